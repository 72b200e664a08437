import { allOf, type CommandOutline, type FlagOutline } from "./outline.js";

/** Completion for fish, with what each command and flag does. */
export function fishCompletion(program: CommandOutline): string {
  const lines = allOf(program).flatMap(({ path, flags, commands, arguments: own }) => {
    const here = conditionOf(path, commands);
    const choices = own[0]?.choices ?? [];
    return [
      // Where a command is to be named, a file name is no use.
      ...(commands.length > 0 ? [`complete -c bagwise -n ${here} -f`] : []),
      ...commands.map(
        ({ path: each, help }) => `complete -c bagwise -n ${here} -a ${quoted(each.at(-1) ?? "")} -d ${quoted(help)}`,
      ),
      ...(choices.length > 0 ? [`complete -c bagwise -n ${here} -f -a ${quoted(choices.join(" "))}`] : []),
      ...flags.map((flag) => `complete -c bagwise -n ${here} ${flagText(flag)}`),
    ];
  });
  return `# Completion of bagwise for fish. To have it in every shell:
#   bagwise completion fish > ~/.config/fish/completions/bagwise.fish
${lines.join("\n")}
`;
}

function flagText({ short, long, value, choices, help }: FlagOutline): string {
  return [
    ...(short === undefined ? [] : [`-s ${short.slice(1)}`]),
    ...(long === undefined ? [] : [`-l ${long.slice(2)}`]),
    ...(value === undefined ? [] : choices.length === 0 ? ["-r"] : [`-x -a ${quoted(choices.join(" "))}`]),
    `-d ${quoted(help)}`,
  ].join(" ");
}

/** Whether the command line has this command, and none below it yet. */
function conditionOf(path: readonly string[], commands: readonly CommandOutline[]): string {
  const seen = path.map((name) => `__fish_seen_subcommand_from ${name}`);
  const below = commands.map((each) => each.path.at(-1));
  if (path.length === 0) return quoted("__fish_use_subcommand");
  const none = below.length === 0 ? [] : [`not __fish_seen_subcommand_from ${below.join(" ")}`];
  return quoted([...seen, ...none].join("; and "));
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, "\\$&")}'`;
}
