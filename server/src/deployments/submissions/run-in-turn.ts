import type { DeploymentDeps } from '../deployment-deps.ts';
import { isLockTimeout, TurnLost } from './turn-lost.ts';

/**
 * Runs a plan or a deployment when it is its turn: behind those of the same project on this node, by the queue, and on
 * other nodes, by a lock for which all of them stand in line.
 */
export async function runInTurn<Result>(
  { queue }: Pick<DeploymentDeps, 'queue'>,
  projectId: string,
  work: () => Promise<Result>,
  onWait?: (before: number) => void,
): Promise<Result> {
  const attempt = async (): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw isLockTimeout(error) ? new TurnLost(error) : error;
    }
  };
  return await queue.run(projectId, attempt, onWait);
}
