import { allOf, type CommandOutline, formsOf } from "./outline.js";

/**
 * Completion for bash: the commands, their flags, the values that a flag has to choose from, and
 * file names everywhere else. It needs bash alone, not the package bash-completion.
 */
export function bashCompletion(program: CommandOutline): string {
  const all = allOf(program);
  const words = all.map(({ path, commands, flags, arguments: own }) => {
    const first = [...commands.map((each) => each.path.at(-1) ?? ""), ...(own[0]?.choices ?? [])];
    return `    ${quoted(path.join(" "))}) first=${quoted(first.join(" "))} flags=${quoted(flags.flatMap(formsOf).join(" "))} ;;`;
  });
  const values = all.flatMap(({ path, flags }) =>
    flags.flatMap((flag) =>
      flag.value === undefined
        ? []
        : [
            `    ${formsOf(flag)
              .map((form) => quoted(`${path.join(" ")}|${form}`))
              .join(" | ")}) takes=1 values=${quoted(flag.choices.join(" "))} ;;`,
          ],
    ),
  );
  const known = all.slice(1).map(({ path }) => quoted(path.join(" ")));
  return `# Completion of bagwise for bash. To have it in every shell:
#   bagwise completion bash > ~/.local/share/bash-completion/completions/bagwise
# or, without the package bash-completion, add to ~/.bashrc:
#   source <(bagwise completion bash)
_bagwise() {
  local cur=\${COMP_WORDS[COMP_CWORD]} flag=\${COMP_WORDS[COMP_CWORD - 1]}
  local path='' next first flags takes='' values i
  # Where = parts words, \`--flag=value\` is three of them.
  if [[ $cur == '=' ]]; then
    cur=''
  elif [[ $flag == '=' ]]; then
    flag=\${COMP_WORDS[COMP_CWORD - 2]}
  fi
  local places=0
  for ((i = 1; i < COMP_CWORD; i++)); do
    next="\${path:+$path }\${COMP_WORDS[i]}"
    case "$next" in
    ${known.join(" | ")}) path=$next places=0 ;;
    *) [[ \${COMP_WORDS[i]} == -* ]] || places=$((places + 1)) ;;
    esac
  done
  case "$path|$flag" in
${values.join("\n")}
  esac
  case "$path" in
${words.join("\n")}
  esac
  COMPREPLY=()
  if [[ -n $takes ]]; then
    [[ -n $values ]] && COMPREPLY=($(compgen -W "$values" -- "$cur"))
  elif [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$cur"))
  elif [[ $places -eq 0 && -n $first ]]; then
    COMPREPLY=($(compgen -W "$first" -- "$cur"))
  fi
}
complete -o default -F _bagwise bagwise
`;
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\\\''")}'`;
}
