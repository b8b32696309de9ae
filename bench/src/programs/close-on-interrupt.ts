type Close = () => Promise<void>;

const open = new Set<Close>();

/** What stays behind when a run is cut off (databases, servers, folders) is closed then too. Closes once, whoever asks. */
export const closeOnInterrupt = (close: Close): Close => {
  let closed: Promise<void> | undefined;
  const closeOnce: Close = () => {
    open.delete(closeOnce);
    closed ??= close();
    return closed;
  };
  open.add(closeOnce);
  return closeOnce;
};

let closing = false;

const closeAll = async (): Promise<void> => {
  // The signal comes twice: npm passes on what the whole group has got already.
  if (closing) return;
  closing = true;
  // The newest first: a server before its database.
  for (const close of [...open].toReversed()) await close().catch(() => undefined);
  process.exit(130);
};

process.on('SIGINT', closeAll);
process.on('SIGTERM', closeAll);
