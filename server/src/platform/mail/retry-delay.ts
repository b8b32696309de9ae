const shortest = 5_000;
const longest = 300_000;

/**
 * Milliseconds until the next try after `attempts` tries: 5 s, doubled each time, 5 minutes at most, so that mail flows
 * soon after the mail server is back. `random` (0 to 1) spreads mails that failed together.
 */
export const retryDelay = (attempts: number, random: number): number => {
  const full = Math.min(longest, shortest * 2 ** Math.min(Math.max(0, attempts - 1), 20));
  return Math.round(full * (0.75 + random / 4));
};
