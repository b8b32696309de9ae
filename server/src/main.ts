import { runCommand } from './commands/run-command.ts';

process.exitCode = await runCommand(process.argv.slice(2), process.env);
// Timers of libraries must not keep a stopped server alive.
process.exit();
