import { describe, expect, test } from 'vitest';
import { createMailLanes, type LaneMail, mostUnwritten } from './mail-lanes.ts';

const bulk = (ageSeconds = 0): LaneMail => ({ bulk: true, ageSeconds });
const code: LaneMail = { bulk: false, ageSeconds: 0 };

const open = ({ busy }: { busy: boolean }) => {
  let time = 0;
  const lanes = createMailLanes(
    () => busy,
    () => time,
  );
  const beginAll = (mail: LaneMail) => {
    const ends: ((isSent: boolean) => void)[] = [];
    while (lanes.mayBegin(mail)) ends.push(lanes.begin(mail));
    return ends;
  };
  const pass = (milliseconds: number) => {
    time += milliseconds;
  };
  return { ...lanes, beginAll, pass };
};

describe('how many go out side by side', () => {
  test.each([
    ['mails that somebody waits for', { busy: false }, code, 4],
    ['the same while requests keep the process busy', { busy: true }, code, 4],
    ['bulk mails', { busy: false }, bulk(), 3],
    ['bulk mails while requests keep the process busy', { busy: true }, bulk(299), 1],
    ['bulk mails that are late, busy or not', { busy: true }, bulk(300), 3],
  ])('%s', (_name, state, mail, expected) => {
    expect(open(state).beginAll(mail)).toHaveLength(expected);
  });

  test('a mail that somebody waits for finds room beside all bulk mails', () => {
    const lanes = open({ busy: false });
    lanes.beginAll(bulk());
    expect(lanes.takesBulk()).toBe(false);
    expect(lanes.beginAll(code)).toHaveLength(1);
    expect(lanes.isFull()).toBe(true);
  });
});

describe('the pause after a bulk mail', () => {
  test.each([
    ['is three times what it took while the process is busy', { busy: true }, bulk(), 10, 30],
    ['is a tenth of a second at most', { busy: true }, bulk(), 2_000, 100],
    ['is none when nothing else is to do', { busy: false }, bulk(), 10, 0],
    ['is none for mails that are a minute late', { busy: true }, bulk(60), 10, 0],
    ['is none after a mail that somebody waited for', { busy: true }, code, 10, 0],
  ])('%s', (_name, state, mail, took, expected) => {
    const lanes = open(state);
    const end = lanes.begin(mail);
    lanes.pass(took);
    end(true);
    expect(lanes.pauseLeft()).toBe(expected);
    expect(lanes.mayBegin(bulk())).toBe(expected === 0);
    expect(lanes.mayBegin(code)).toBe(true);
    lanes.pass(expected);
    expect(lanes.mayBegin(bulk())).toBe(true);
  });
});

test('only so many are sent and not written down', () => {
  const lanes = open({ busy: false });
  for (let sent = 0; sent < mostUnwritten; sent += 1) {
    expect(lanes.mayBegin(code)).toBe(true);
    lanes.begin(code)(true);
  }
  expect(lanes.mayBegin(code)).toBe(false);
  lanes.noteWritten(5);
  expect(lanes.mayBegin(code)).toBe(true);
});

test('what could not be sent is not waited for', () => {
  const lanes = open({ busy: false });
  for (let tried = 0; tried < 100; tried += 1) lanes.begin(code)(false);
  expect(lanes.mayBegin(code)).toBe(true);
});
