import type { AuditRow } from './audit-entry.ts';
import { beforeFirst, type ChainLink, hashEntry, hashLink, isKnownFormat } from './audit-hash.ts';
import type { ProblemList } from './audit-report.ts';

/** A link with the row that it stands for, if that is still there. */
export interface LinkedRow {
  readonly link: ChainLink;
  readonly row: AuditRow | undefined;
}

export interface LinkCheck {
  /** Links in the order of their positions. */
  check(linked: LinkedRow): void;
  /** To be called once, after the last link. */
  finish(): void;
  readonly checked: () => number;
  readonly head: () => { readonly position: number; readonly hash: string } | undefined;
}

interface Suspect {
  readonly auditId: string;
  readonly position: number;
  readonly stored: string;
  readonly found: string | undefined;
}

/** Rows of which it is worked out whether they were changed or swapped; a log with more than that is beyond repair. */
const mostSuspects = 100_000;

/** Follows the chain from its beginning: positions without gaps, each hash made of the one before, each row as hashed. */
export const createLinkCheck = (problems: ProblemList): LinkCheck => {
  const suspects: Suspect[] = [];
  let position = 0;
  let hash: Buffer = beforeFirst;
  let checked = 0;

  const checkPlace = (link: ChainLink): void => {
    const expected = position + 1;
    if (link.position > expected) {
      const missing =
        link.position - 1 === expected ? `position ${expected}` : `positions ${expected} to ${link.position - 1}`;
      problems.add({ kind: 'gap', position: expected, message: `The chain has no ${missing}.` });
    } else if (link.position < expected || !link.previousHash.equals(hash)) {
      problems.add({
        ...placeOf(link),
        kind: 'broken',
        message: `${nameOf(link)} does not follow the link before it.`,
      });
    }
    if (!hashLink(link).equals(link.hash)) {
      problems.add({ ...placeOf(link), kind: 'broken', message: `${nameOf(link)} was changed: its hash is wrong.` });
    }
  };

  const checkRow = ({ link, row }: LinkedRow): void => {
    if (row === undefined) {
      problems.add({ ...placeOf(link), kind: 'deleted', message: `Row ${link.auditId} was deleted.` });
      return;
    }
    const found = tryHashEntry(row, link.entryFormat);
    if (found?.equals(link.entryHash) === true) return;
    const suspect = { ...placeOf(link), stored: link.entryHash.toString('hex'), found: found?.toString('hex') };
    if (suspects.length < mostSuspects) suspects.push(suspect);
    else problems.add(changed(suspect));
  };

  return {
    check: (linked) => {
      checkPlace(linked.link);
      checkRow(linked);
      ({ position, hash } = linked.link);
      checked += 1;
    },
    finish: () => {
      const owners = new Map(suspects.map((suspect) => [suspect.stored, suspect]));
      for (const suspect of suspects) {
        const owner = suspect.found === undefined ? undefined : owners.get(suspect.found);
        problems.add(owner === undefined ? changed(suspect) : swapped(suspect, owner));
      }
    },
    checked: () => checked,
    head: () => (checked === 0 ? undefined : { position, hash: hash.toString('hex') }),
  };
};

const placeOf = ({ auditId, position }: { readonly auditId: string; readonly position: number }) => ({
  auditId,
  position,
});
const nameOf = (link: ChainLink): string => `The link at position ${link.position} (row ${link.auditId})`;

const changed = (suspect: Suspect) =>
  ({ ...placeOf(suspect), kind: 'changed', message: `Row ${suspect.auditId} was changed.` }) as const;

const swapped = (suspect: Suspect, owner: Suspect) =>
  ({
    ...placeOf(suspect),
    kind: 'swapped',
    message: `Row ${suspect.auditId} holds what was written as row ${owner.auditId}.`,
  }) as const;

/** Undefined for what no server of ours can have written, such as nesting beyond all bounds. */
const tryHashEntry = (row: AuditRow, format: number): Buffer | undefined => {
  if (!isKnownFormat(format)) return undefined;
  try {
    return hashEntry(row, format);
  } catch {
    return undefined;
  }
};
