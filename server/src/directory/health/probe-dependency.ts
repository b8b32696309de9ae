import type { HealthDependency } from './dependency-store.ts';
import type { Probe } from './probe.ts';
import { readDependencyAnswer } from './read-dependency-answer.ts';

/** A status fits into far less; whoever sends more is not read to the end. */
const mostBytes = 65_536;

/** A program that an administrator has registered, asked at its health URL. */
export const probeDependency = (dependency: HealthDependency): Probe => ({
  componentId: dependency.name,
  componentType: dependency.componentType,
  critical: dependency.critical,
  weight: dependency.weight,
  affectedEndpoints: dependency.affectedEndpoints,
  read: async (signal) => {
    if (dependency.url === null)
      return { status: 'warn', output: 'The service does not say where it reports its state.' };
    const response = await fetch(dependency.url, {
      signal,
      // Where it would send us, nobody has registered.
      redirect: 'manual',
      headers: { accept: 'application/health+json, application/json' },
    });
    return readDependencyAnswer({ httpStatus: response.status, body: await readStart(response) });
  },
});

const readStart = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    length += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (length > mostBytes) break;
  }
  return text;
};
