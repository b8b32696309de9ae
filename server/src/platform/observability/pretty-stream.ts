import { styleText } from 'node:util';

type Line = Readonly<Record<string, unknown>>;

const statusColour = (status: number) => (status >= 500 ? 'red' : status >= 400 ? 'yellow' : 'green');

const describeRequest = (line: Line): string => {
  const status = Number(line.status);
  const caller = line.caller === null ? '' : styleText('dim', ` ${String(line.caller)}`);
  const milliseconds = styleText('dim', `${String(line.ms)} ms`);
  return `${styleText(statusColour(status), String(status))} ${String(line.method)} ${String(line.operation)} ${milliseconds}${caller} ${styleText('dim', String(line.supportCode))}`;
};

const describeOther = (line: Line): string => {
  const { level, time: _time, msg, err, ...rest } = line;
  const mark = level === 'error' ? styleText('red', 'error ') : level === 'warn' ? styleText('yellow', 'warning ') : '';
  const extras = Object.entries(rest).map(([name, value]) => styleText('dim', ` ${name}=${JSON.stringify(value)}`));
  const failure = err as { message?: string; stack?: string } | undefined;
  return `${mark}${String(msg ?? '')}${extras.join('')}${failure === undefined ? '' : `\n${failure.stack ?? failure.message ?? ''}`}`;
};

/** The log for a person at a terminal: one short line per request instead of JSON. */
export const prettyStream = (output: NodeJS.WritableStream) => ({
  write: (text: string): void => {
    const line = JSON.parse(text) as Line;
    const time = styleText('dim', String(line.time).slice(11, 19));
    output.write(`${time} ${line.msg === 'request' ? describeRequest(line) : describeOther(line)}\n`);
  },
});
