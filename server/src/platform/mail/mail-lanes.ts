/** What decides when a mail may go out. */
export interface LaneMail {
  /** News that nobody waits for. */
  readonly bulk: boolean;
  readonly ageSeconds: number;
}

export interface MailLanes {
  /** No mail at all may begin. */
  isFull(): boolean;
  /** Bulk mails may begin, now or after a pause. */
  takesBulk(): boolean;
  mayBegin(mail: LaneMail): boolean;
  /** Gives what to call at the end, with whether the mail was sent: then it counts until it is written down. */
  begin(mail: LaneMail): (isSent: boolean) => void;
  noteWritten(mails: number): void;
  /** Milliseconds until bulk mails may begin again. */
  pauseLeft(): number;
}

/** As many as the mail transport has connections. One stays free for mails that somebody waits for. */
export const lanes = { all: 4, bulk: 3, bulkWhileBusy: 1 } as const;
/** While requests keep the process busy, a bulk mail is followed by a pause of so many times what it took. */
const pause = { times: 3, mostMs: 100 } as const;
/** Mails that are this old, in seconds, wait for nobody any more. */
const lateAfter = { noPause: 60, allLanes: 300 } as const;
/** So many are written down as sent at a time. */
export const sentTogether = 5;
/** Sent and not written down, or being sent. Whoever is killed sends those again, under the same Message-ID. */
export const mostUnwritten = lanes.all + 2 * sentTogether;

/** Which mails go out side by side: bulk mails leave room for the others, and for requests. */
export const createMailLanes = (isBusy: () => boolean, now = () => performance.now()): MailLanes => {
  let all = 0;
  let bulk = 0;
  let unwritten = 0;
  let bulkFrom = 0;
  const isFull = () => all >= lanes.all || unwritten >= mostUnwritten;
  return {
    isFull,
    takesBulk: () => bulk < lanes.bulk,
    mayBegin: (mail) => {
      if (isFull()) return false;
      if (!mail.bulk) return true;
      const isHeldBack = isBusy() && mail.ageSeconds < lateAfter.allLanes;
      return bulk < (isHeldBack ? lanes.bulkWhileBusy : lanes.bulk) && now() >= bulkFrom;
    },
    begin: (mail) => {
      const begun = now();
      all += 1;
      unwritten += 1;
      if (mail.bulk) bulk += 1;
      return (isSent) => {
        all -= 1;
        if (!isSent) unwritten -= 1;
        if (!mail.bulk) return;
        bulk -= 1;
        const took = now() - begun;
        if (isBusy() && mail.ageSeconds < lateAfter.noPause) {
          bulkFrom = now() + Math.min(took * pause.times, pause.mostMs);
        }
      };
    },
    noteWritten: (mails) => {
      unwritten -= mails;
    },
    pauseLeft: () => Math.max(0, bulkFrom - now()),
  };
};
