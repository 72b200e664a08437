// The types of one package as one file, and a small one for each entry that names what it shows. What no entry
// reaches is left out. Works on the declarations that the compiler has written.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const OPTIONS = {
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  target: ts.ScriptTarget.ES2022,
  lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts", "lib.dom.asynciterable.d.ts"],
  strict: true,
  skipLibCheck: true,
  types: ["node"],
};

/** Says when something is found that this program does not know how to join. */
function unknown(node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  throw new Error(`${file.fileName}:${line + 1}: cannot join ${ts.SyntaxKind[node.kind]}: ${node.getText()}`);
}

/**
 * Writes `types.d.ts` and a declaration file for each of `input`, which are compiled declarations by the name of
 * their output, into the folder `into`. Names that several files declare get a number. `optional` are packages that
 * may not be there.
 */
export function joinDeclarations({ input, into, optional = [] }) {
  const home = (file) => !/\/node_modules\//.test(file) && file.includes(root);
  const root = commonFolder(Object.values(input));
  const program = ts.createProgram(Object.values(input), OPTIONS);
  const checker = program.getTypeChecker();
  const names = new Map(); // of a symbol of ours, in types.d.ts
  const used = new Set();
  const outside = new Map(); // "module name" to the name in types.d.ts
  const statements = []; // to write, in the order of finding
  const sources = new Map(); // of a symbol, its statements

  for (const file of program.getSourceFiles()) {
    if (!home(file.fileName)) continue;
    for (const statement of file.statements) {
      const declared = ts.isVariableStatement(statement) ? statement.declarationList.declarations : [statement];
      for (const each of declared) {
        const symbol = each.name && checker.getSymbolAtLocation(each.name);
        if (symbol) sources.set(symbol, [...(sources.get(symbol) ?? []), statement]);
      }
    }
  }

  const free = (wanted) => {
    let name = wanted;
    for (let k = 2; used.has(name) || isGlobal(name); k++) name = `${wanted}_${k}`;
    used.add(name);
    return name;
  };
  const isGlobal = (name) => checker.resolveName(name, undefined, ts.SymbolFlags.All, false) !== undefined;

  /** The name of a symbol of ours in types.d.ts, which it enters by being asked for. */
  function nameOf(symbol) {
    if (!names.has(symbol)) {
      names.set(symbol, free(symbol.name));
      for (const each of sources.get(symbol)) if (!statements.includes(each)) statements.push(each);
    }
    return names.get(symbol);
  }

  /** The import of a symbol from elsewhere that an alias stands for: its module, and its name there. */
  function importOf(symbol) {
    for (let at = symbol; at.flags & ts.SymbolFlags.Alias; at = checker.getImmediateAliasedSymbol(at)) {
      const [declaration] = at.declarations;
      const from = ts.findAncestor(declaration, (node) => node.moduleSpecifier !== undefined)?.moduleSpecifier.text;
      if (from === undefined || from.startsWith(".")) continue;
      return {
        from,
        name: ts.isNamespaceImport(declaration) ? "*" : (declaration.propertyName ?? declaration.name).text,
      };
    }
    return undefined;
  }

  function nameOutside({ from, name }, wanted) {
    const key = `${from} ${name}`;
    if (!outside.has(key)) outside.set(key, { from, name, local: free(name === "*" ? wanted : name) });
    return outside.get(key).local;
  }

  /** What an identifier is called in types.d.ts; undefined if it stays as it is. */
  function renamed(node) {
    const symbol = checker.getSymbolAtLocation(node);
    if (symbol === undefined) return undefined;
    const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    if (sources.has(own)) return nameOf(own);
    const elsewhere = importOf(symbol);
    return elsewhere && nameOutside(elsewhere, node.text);
  }

  /** The text of a statement with the names of types.d.ts, with its comment, without `export`. */
  function textOf(statement) {
    const file = statement.getSourceFile();
    const edits = [];
    const edit = (node, text) => edits.push([node.getStart(file), node.end, text]);
    const visit = (node) => {
      if (ts.isImportTypeNode(node)) {
        const symbol = node.qualifier && checker.getSymbolAtLocation(node.qualifier);
        const from = node.argument.literal.text;
        if (symbol === undefined || !ts.isIdentifier(node.qualifier)) unknown(node);
        const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
        const name = sources.has(own) ? nameOf(own) : nameOutside({ from, name: node.qualifier.text });
        edits.push([node.getStart(file), node.qualifier.end, node.isTypeOf ? `typeof ${name}` : name]);
        node.typeArguments?.forEach(visit);
        return;
      }
      if (ts.isPropertyAccessExpression(node) || ts.isQualifiedName(node)) {
        visit(node.left ?? node.expression);
        return;
      }
      if (ts.isIdentifier(node)) {
        // A member has the name that it has.
        const isMember = node.parent.name === node && !statementOf(node.parent, statement);
        const name = isMember ? undefined : renamed(node);
        if (name !== undefined && name !== node.text) edit(node, name);
        return;
      }
      ts.forEachChild(node, visit);
    };
    visit(statement);
    for (const modifier of statement.modifiers ?? [])
      if (modifier.kind === ts.SyntaxKind.ExportKeyword) edits.push([modifier.getStart(file), modifier.end + 1, ""]);
      else if (modifier.kind === ts.SyntaxKind.DefaultKeyword) unknown(statement);
    const comments = ts.getLeadingCommentRanges(file.text, statement.pos) ?? [];
    const doc = comments.filter(({ pos }) => file.text.startsWith("/**", pos)).at(-1);
    const from = doc?.pos ?? statement.getStart(file);
    let text = "";
    let at = from;
    for (const [start, end, replacement] of edits.sort(([a], [b]) => a - b)) {
      text += file.text.slice(at, start) + replacement;
      at = end;
    }
    return text + file.text.slice(at, statement.end);
  }

  mkdirSync(into, { recursive: true });
  const files = [];
  const write = (name, text) => {
    writeFileSync(join(into, name), text);
    files.push(join(into, name));
  };
  for (const [entry, path] of Object.entries(input)) {
    const file = program.getSourceFile(path);
    const lines = [];
    for (const symbol of checker.getExportsOfModule(checker.getSymbolAtLocation(file))) {
      const own = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const elsewhere = sources.has(own) ? undefined : importOf(symbol);
      if (elsewhere === undefined && !sources.has(own)) throw new Error(`${path}: cannot find ${symbol.name}`);
      const name = elsewhere?.name ?? nameOf(own);
      const shown = name === symbol.name ? name : `${name} as ${symbol.name}`;
      lines.push([elsewhere?.from ?? "./types.js", shown]);
    }
    const froms = [...new Set(lines.map(([from]) => from))];
    const [comment] = ts.getLeadingCommentRanges(file.text, 0) ?? [];
    const about = comment ? `${file.text.slice(comment.pos, comment.end)}\n` : "";
    const exported = froms.map(
      (from) =>
        `export { ${lines
          .filter(([each]) => each === from)
          .map(([, shown]) => shown)
          .sort()
          .join(", ")} } from "${from}";\n`,
    );
    write(`${entry}.d.ts`, about + (exported.join("") || "export {};\n"));
  }
  const texts = [];
  // Writing one finds others.
  for (let k = 0; k < statements.length; k++) texts.push(textOf(statements[k]));
  const imports = [...outside.values()].map(({ from, name, local }) => {
    const what = name === "*" ? `* as ${local}` : `{ ${name === local ? name : `${name} as ${local}`} }`;
    // A program without an optional package compiles, too.
    const ignored = optional.includes(from) ? "// @ts-ignore\n" : "";
    return `${ignored}import type ${what} from "${from}";\n`;
  });
  const all = [...names.values()].sort();
  if (all.length > 0) write("types.d.ts", `${imports.join("")}${texts.join("\n")}\nexport { ${all.join(", ")} };\n`);
  return files;
}

/** Whether a declaration is the statement, or a variable of it. */
function statementOf(declaration, statement) {
  return (
    declaration === statement || (ts.isVariableDeclaration(declaration) && declaration.parent?.parent === statement)
  );
}

/** The folder that holds all files, with a slash at its end. */
function commonFolder(paths) {
  return `${paths[0].replaceAll("\\", "/").split("/dist/")[0]}/dist/`;
}
