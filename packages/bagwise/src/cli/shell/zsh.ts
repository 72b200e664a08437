import { allOf, type CommandOutline, type FlagOutline, formsOf } from "./outline.js";

/** Completion for zsh, with what each command and flag does. */
export function zshCompletion(program: CommandOutline): string {
  return `#compdef bagwise
# Completion of bagwise for zsh. Put it where your fpath looks, then start a new shell:
#   bagwise completion zsh > "\${fpath[1]}/_bagwise"
# or add to ~/.zshrc, after compinit:
#   source <(bagwise completion zsh)

${allOf(program).map(functionOf).join("\n")}
if [ "$funcstack[1]" = "_bagwise" ]; then
  _bagwise "$@"
else
  compdef _bagwise bagwise
fi
`;
}

function functionOf({ path, flags, arguments: own, commands }: CommandOutline): string {
  const specs = flags.map(flagSpec);
  const name = nameOf(path);
  if (commands.length === 0) {
    const places = own.map(({ name: title, choices }) => `'${quoted(`:${plain(title)}:${actionOf(choices)}`)}'`);
    return `${name}() {
  _arguments -s -S \\
    ${[...specs, ...(places.length === 0 ? [] : [...places, "'*:file:_files'"])].join(" \\\n    ")}
}
`;
  }
  const list = commands.map(({ path: each, help }) => `'${quoted(`${each.at(-1)}:${help.replaceAll(":", "\\:")}`)}'`);
  const cases = commands.map(({ path: each }) => `      ${each.at(-1)}) ${nameOf(each)} ;;`);
  return `${name}() {
  local context state state_descr line
  typeset -A opt_args
  local -a commands=(
    ${list.join("\n    ")}
  )
  _arguments -C \\
    ${[...specs, "'1:command:->command'", "'*::argument:->argument'"].join(" \\\n    ")}
  case $state in
    command) _describe command commands ;;
    argument)
      case $words[1] in
${cases.join("\n")}
      esac ;;
  esac
}
`;
}

/** `'(-o --out)'{-o,--out}'[file to write]:file:_files'`. */
function flagSpec(flag: FlagOutline): string {
  const forms = formsOf(flag);
  const value =
    flag.value === undefined ? "" : `:${plain(flag.value.replace(/[<>[\]]/g, ""))}:${actionOf(flag.choices)}`;
  const rest = `'${quoted(`[${flag.help.replace(/[\\[\]]/g, "\\$&")}]${value}`)}'`;
  return forms.length === 1 ? `${forms[0]}${rest}` : `'(${forms.join(" ")})'{${forms.join(",")}}${rest}`;
}

function actionOf(choices: readonly string[]): string {
  return choices.length === 0 ? "_files" : `(${choices.join(" ")})`;
}

function nameOf(path: readonly string[]): string {
  return ["_bagwise", ...path].join("_").replaceAll("-", "_");
}

/** A title without the characters that part a specification. */
function plain(text: string): string {
  return text.replace(/[:\\]/g, " ");
}

function quoted(text: string): string {
  return text.replaceAll("'", "'\\''");
}
