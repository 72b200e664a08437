import { Argument, Command } from "commander";
import { bashCompletion } from "../shell/bash.js";
import { fishCompletion } from "../shell/fish.js";
import { type CommandOutline, outlineOf } from "../shell/outline.js";
import { zshCompletion } from "../shell/zsh.js";
import { printRows } from "../text/output.js";

const SCRIPTS = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion } as const satisfies Record<
  string,
  (program: CommandOutline) => string
>;

const EXAMPLES = `
Examples:
  $ source <(bagwise completion bash)                    try it in this shell
  $ bagwise completion bash > ~/.local/share/bash-completion/completions/bagwise
  $ bagwise completion zsh > "\${fpath[1]}/_bagwise"
  $ bagwise completion fish > ~/.config/fish/completions/bagwise.fish`;

/**
 * `bagwise completion SHELL`: a script that completes commands, flags and their values.
 * `wholeProgram` gives the program with all its commands.
 */
export function completionCommand(wholeProgram: () => Promise<Command>): Command {
  return new Command("completion")
    .description("print a script that lets your shell complete commands and flags")
    .addArgument(new Argument("<shell>", "your shell").choices(Object.keys(SCRIPTS)))
    .addHelpText("after", EXAMPLES)
    .action(async (shell: keyof typeof SCRIPTS) => printRows([SCRIPTS[shell](outlineOf(await wholeProgram()))]));
}
