import { request } from 'node:http';
import type { DeployedProject } from './administrator.ts';

export interface DeploymentEvent {
  readonly event: string;
  readonly data: string;
}

export interface WatchedDeployment {
  /** The request is on its way, and nothing has come back. */
  readonly sent: Promise<void>;
  /** Everything that was heard until the stream ended, by itself or by force. */
  readonly ended: Promise<readonly DeploymentEvent[]>;
}

/** Submits a template and hears of its progress (contract A22). */
export const watchDeployment = (
  url: string,
  project: DeployedProject,
  template: unknown,
  onEvent: (event: DeploymentEvent, count: number) => void = () => undefined,
): WatchedDeployment => {
  const encode = (file: unknown) => Buffer.from(JSON.stringify(file)).toString('base64');
  const body = JSON.stringify({ format: 'json', template: encode(template), parameters: encode([]) });
  const events: DeploymentEvent[] = [];
  const outgoing = request(`${url}/deployments/v1/projects/${project.projectId}/resourceGroups/files`, {
    method: 'POST',
    agent: false,
    headers: {
      authorization: `Bearer ${project.automationToken}`,
      accept: 'text/event-stream',
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    },
  });
  const sent = new Promise<void>((resolve) => outgoing.end(body, resolve));
  const ended = new Promise<readonly DeploymentEvent[]>((resolve) => {
    const end = () => resolve(events);
    outgoing.on('error', end).on('close', end);
    outgoing.on('response', (answer) => {
      let rest = '';
      answer.setEncoding('utf8').on('error', end).on('close', end);
      answer.on('data', (text: string) => {
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop() ?? '';
        for (const block of blocks) {
          const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
          if (event === undefined || data === undefined) continue;
          events.push({ event, data });
          onEvent({ event, data }, events.length);
        }
      });
    });
  });
  return { sent, ended };
};
