import type { BenchProject, DeploymentTarget } from './start-deployment-target.ts';
import { bodyOf, headersOf, pathOf } from './submission.ts';

export interface TimedSubmission {
  readonly seconds: number;
  readonly answer: unknown;
}

/** One submission or plan from the first byte sent to the last byte received; its body is made before the clock runs. */
export const timeSubmission = async (
  { product }: DeploymentTarget,
  project: BenchProject,
  template: unknown,
  what: 'submit' | 'plan' = 'submit',
): Promise<TimedSubmission> => {
  const body = bodyOf(template);
  const begun = performance.now();
  const response = await fetch(product.url + pathOf(project, what), {
    method: 'POST',
    headers: headersOf(project),
    body,
  });
  const text = await response.text();
  const seconds = (performance.now() - begun) / 1000;
  if (response.status !== 200) throw new Error(`The product answered ${response.status}: ${text.slice(0, 500)}`);
  return { seconds, answer: JSON.parse(text) };
};

export interface WatchedSubmission {
  /** Until the first event came. */
  readonly firstEvent: number;
  /** The longest time without an event. */
  readonly longestSilence: number;
  readonly seconds: number;
  readonly resources: number;
}

/** The same with its progress as events. All times in seconds. */
export const watchSubmission = async (
  { product }: DeploymentTarget,
  project: BenchProject,
  template: unknown,
): Promise<WatchedSubmission> => {
  const body = bodyOf(template);
  const begun = performance.now();
  const response = await fetch(product.url + pathOf(project), {
    method: 'POST',
    headers: { ...headersOf(project), accept: 'text/event-stream' },
    body,
  });
  let [first, last, longest] = [Number.NaN, begun, 0];
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    const now = performance.now();
    if (Number.isNaN(first)) first = now;
    longest = Math.max(longest, now - last);
    last = now;
    text += decoder.decode(chunk, { stream: true });
  }
  if (!text.includes('\nevent: result\ndata: {"status":200,')) {
    throw new Error(`The submission did not end well: ${text.slice(-500)}`);
  }
  return {
    firstEvent: (first - begun) / 1000,
    longestSilence: longest / 1000,
    seconds: (last - begun) / 1000,
    resources: text.split('event: resource\n').length - 1,
  };
};
