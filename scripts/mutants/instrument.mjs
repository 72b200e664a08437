// Makes of a source a program that holds all chosen mutants at once: globalThis.__bagwise.at says which one is
// alive. Or one that counts which of its branches were taken.
import { readFileSync } from "node:fs";
import ts from "typescript";
import { isStatic, mutationsOf, runs } from "./mutations.mjs";

const { SyntaxKind: K, factory: f } = ts;
const COMPILED = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true };

export const transpiled = (text) => ts.transpileModule(text, { compilerOptions: COMPILED }).outputText;

export function parse(file, text = readFileSync(file, "utf8")) {
  return ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
}

const placeOf = (node) => {
  const { line, character } = node.getSourceFile().getLineAndCharacterOfPosition(node.getStart());
  return { line: line + 1, column: character + 1 };
};

/** All mutants of a source, in the order of its nodes. */
export function mutantsOf(source) {
  const found = [];
  const lines = source.text.split("\n");
  (function walk(node) {
    if (!runs(node)) return;
    for (const { what, make } of mutationsOf(node)) {
      const place = placeOf(node);
      const text = lines[place.line - 1].trim();
      found.push({
        index: found.length,
        what,
        ...place,
        text,
        code: node.getText(),
        fixed: isStatic(node),
        node,
        make,
      });
    }
    ts.forEachChild(node, walk);
  })(source);
  return found;
}

const state = (name) => f.createPropertyAccessExpression(f.createIdentifier("__own"), name);
const number = (value) => f.createNumericLiteral(value);
const set = (name, at) =>
  f.createBinaryExpression(f.createElementAccessExpression(state(name), number(at)), K.EqualsToken, number(1));
/** (first, then) */
const after = (first, then) => f.createParenthesizedExpression(f.createBinaryExpression(first, K.CommaToken, then));
const isAlive = (id, operator = K.EqualsEqualsEqualsToken) =>
  after(set("hits", id), f.createBinaryExpression(state("at"), operator, number(id)));
const blockOf = (first, body) => f.createBlock([...first, ...(ts.isBlock(body) ? body.statements : [body])], true);

/** The source with each change between `what` marks what is to come. */
function rewritten(source, visitor) {
  const { transformed } = ts.transform(source, [(context) => (file) => ts.visitNode(file, visitor(context))]);
  const text = ts.createPrinter().printFile(transformed[0]);
  return transpiled(`const __own = globalThis.__bagwise;\n${text}`);
}

/** The program with these mutants: `ids` says which number each has, by its index in the source. */
export function withMutants(source, ids, fileNumber) {
  const chosen = mutantsOf(source).filter(({ index }) => ids.has(index));
  const hasFixed = chosen.some(({ fixed }) => fixed);
  const again = [];
  return rewritten(source, (context) => {
    const visit = (node) => {
      if (!runs(node)) return node;
      const own = chosen.filter((one) => one.node === node).map(({ make, index }) => ({ make, id: ids.get(index) }));
      return mutated(node, guarded(node, ts.visitEachChild(node, visit, context)), own);
    };
    /** A loop that ends, a function that says that its file was used, a constant that is computed again. */
    const guarded = (node, inner) => {
      if (ts.isIterationStatement(node, false)) {
        const spent = f.createCallExpression(state("spend"), undefined, []);
        return withBody(inner, blockOf([f.createExpressionStatement(spent)], inner.statement));
      }
      if (ts.isFunctionLike(node) && inner.body !== undefined) {
        const used = set("files", fileNumber);
        const body = ts.isBlock(inner.body)
          ? blockOf([f.createExpressionStatement(used)], inner.body)
          : after(used, inner.body);
        return withBody(inner, body);
      }
      if (ts.isVariableStatement(node) && node.parent === source && hasFixed) return computedAgain(node, inner);
      return inner;
    };
    const computedAgain = (node, inner) => {
      const all = inner.declarationList.declarations;
      const isMutated = chosen.some((one) => one.fixed && one.node.pos >= node.pos && one.node.end <= node.end);
      if ((holdsFunction(node) && !isMutated) || !all.every((one) => ts.isIdentifier(one.name) && one.initializer))
        return inner;
      again.push(...all);
      const list = f.createVariableDeclarationList(all, ts.NodeFlags.Let);
      return f.updateVariableStatement(inner, inner.modifiers, list);
    };
    return (node) => {
      const file = ts.visitEachChild(node, visit, context);
      const assigned = again.map(({ name, initializer }) =>
        f.createExpressionStatement(f.createBinaryExpression(name, K.EqualsToken, initializer)),
      );
      if (assigned.length === 0) return file;
      const arrow = f.createArrowFunction(undefined, undefined, [], undefined, undefined, f.createBlock(assigned));
      const put = f.createAssignment(f.createElementAccessExpression(state("again"), number(fileNumber)), arrow);
      return f.updateSourceFile(file, [...file.statements, f.createExpressionStatement(put)]);
    };
  });
}

function holdsFunction(node) {
  return (
    ts.isFunctionLike(node) ||
    ts.isClassLike(node) ||
    ts.isNewExpression(node) ||
    !!ts.forEachChild(node, holdsFunction)
  );
}

/** The same loop or function with another body. */
function withBody(node, body) {
  const copy = Object.create(Object.getPrototypeOf(node), Object.getOwnPropertyDescriptors(node));
  copy[node.statement === undefined ? "body" : "statement"] = body;
  return copy;
}

function mutated(node, inner, own) {
  if (own.length === 0) return inner;
  // In a block, or an `else` that follows would be its own.
  if (ts.isStatement(node))
    return f.createBlock([f.createIfStatement(isAlive(own[0].id, K.ExclamationEqualsEqualsToken), inner)]);
  return own.reduceRight(
    (rest, { make, id }) =>
      f.createParenthesizedExpression(f.createConditionalExpression(isAlive(id), undefined, make(), undefined, rest)),
    inner,
  );
}

/** The branches of a source, and the program that notes which were taken, from number `first` on. */
export function withBranches(source, first) {
  const branches = [];
  const mark = (node, what) => {
    branches.push({ ...placeOf(node), what });
    return set("branches", first + branches.length - 1);
  };
  const marked = (node, what, inner) => after(mark(node, what), inner);
  const code = rewritten(source, (context) => {
    const visit = (node) => {
      if (!runs(node)) return node;
      const inner = ts.visitEachChild(node, visit, context);
      if (ts.isIfStatement(node)) {
        const [yes, no] = [mark(node, "if"), mark(node.elseStatement ?? node, "else")];
        const test = f.createConditionalExpression(
          inner.expression,
          undefined,
          after(yes, f.createTrue()),
          undefined,
          after(no, f.createFalse()),
        );
        return f.updateIfStatement(inner, test, inner.thenStatement, inner.elseStatement);
      }
      if (ts.isConditionalExpression(node))
        return f.createConditionalExpression(
          inner.condition,
          undefined,
          marked(node.whenTrue, "?", inner.whenTrue),
          undefined,
          marked(node.whenFalse, ":", inner.whenFalse),
        );
      if (ts.isBinaryExpression(node) && isLogical(node.operatorToken.kind))
        return f.createBinaryExpression(
          inner.left,
          inner.operatorToken,
          marked(node.right, node.operatorToken.getText(), inner.right),
        );
      if (ts.isIterationStatement(node, false))
        return withBody(inner, blockOf([f.createExpressionStatement(mark(node.statement, "loop"))], inner.statement));
      if (ts.isCaseOrDefaultClause(node)) {
        const statements = [f.createExpressionStatement(mark(node, "case")), ...inner.statements];
        return ts.isCaseClause(node)
          ? f.updateCaseClause(inner, inner.expression, statements)
          : f.updateDefaultClause(inner, statements);
      }
      if (ts.isCatchClause(node))
        return f.updateCatchClause(
          inner,
          inner.variableDeclaration,
          blockOf([f.createExpressionStatement(mark(node, "catch"))], inner.block),
        );
      return inner;
    };
    return (node) => ts.visitEachChild(node, visit, context);
  });
  return { code, branches };
}

const isLogical = (kind) =>
  [
    K.AmpersandAmpersandToken,
    K.BarBarToken,
    K.QuestionQuestionToken,
    K.AmpersandAmpersandEqualsToken,
    K.BarBarEqualsToken,
    K.QuestionQuestionEqualsToken,
  ].includes(kind);
