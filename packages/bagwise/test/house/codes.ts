import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { sourceFiles, src } from "./imports.js";

/** A code in the sources: of a note or finding, or of an error. */
export interface FoundCode {
  readonly kind: "note" | "error";
  /** Undefined where the sources do not say it: the expression cannot be followed. */
  readonly code: string | undefined;
  readonly file: string;
  readonly text: string;
}

/**
 * The codes of all objects with a code and a message: an error if there is a remedy but no level,
 * otherwise a note or finding. Only expressions that may become the code are followed.
 */
export function codesInSources(): FoundCode[] {
  return sourceFiles()
    .filter((file) => !file.endsWith(".generated.ts"))
    .flatMap((file) => codesIn(file, readFileSync(join(src, file), "utf8")));
}

/** The codes of one source text. */
export function codesIn(file: string, text: string): FoundCode[] {
  if (!text.includes("code")) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found: FoundCode[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isObjectLiteralExpression(node)) {
      const names = node.properties.map((property) => property.name?.getText(source));
      const property = node.properties[names.indexOf("code")];
      if (property !== undefined && names.includes("message")) {
        const kind = names.includes("remedy") && !names.includes("level") ? "error" : "note";
        const codes = ts.isPropertyAssignment(property)
          ? valuesOf(property.initializer, source)
          : argumentsFor(node, source);
        for (const code of codes) found.push({ kind, code, file, text: property.getText(source) });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** The strings that an expression may be; undefined for one that cannot be told. */
function valuesOf(expression: ts.Expression | undefined, source: ts.SourceFile): (string | undefined)[] {
  if (expression === undefined) return [undefined];
  if (ts.isStringLiteralLike(expression)) return [expression.text];
  if (ts.isConditionalExpression(expression))
    return [...valuesOf(expression.whenTrue, source), ...valuesOf(expression.whenFalse, source)];
  if (ts.isIdentifier(expression)) {
    const constant = constantCalled(expression.text, source);
    return constant === undefined ? [undefined] : valuesOf(constant, source);
  }
  return [undefined];
}

/** What a constant of the file is set to. */
function constantCalled(name: string, source: ts.SourceFile): ts.Expression | undefined {
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    for (const { name: own, initializer } of statement.declarationList.declarations)
      if (own.getText(source) === name && initializer !== undefined && ts.isStringLiteralLike(initializer))
        return initializer;
  }
  return undefined;
}

/** What the functions around are given as their parameter `code`, wherever the file calls them. */
function argumentsFor(node: ts.Node, source: ts.SourceFile): (string | undefined)[] {
  let at: ts.Node = node;
  while (!ts.isSourceFile(at)) {
    if (ts.isFunctionDeclaration(at) || ts.isArrowFunction(at)) {
      const place = at.parameters.findIndex(({ name }) => name.getText(source) === "code");
      const name = ts.isFunctionDeclaration(at)
        ? at.name?.text
        : ts.isVariableDeclaration(at.parent)
          ? at.parent.name.getText(source)
          : undefined;
      if (place >= 0) return name === undefined ? [undefined] : callsOf(name, place, source);
    }
    at = at.parent;
  }
  return [undefined];
}

function callsOf(name: string, place: number, source: ts.SourceFile): (string | undefined)[] {
  const found: (string | undefined)[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === name)
      found.push(...valuesOf(node.arguments[place], source));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
