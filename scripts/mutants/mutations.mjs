// The small mistakes that a test should notice: for one node of a program, the expressions or statements that
// could stand in its place.
import ts from "typescript";

const { SyntaxKind: K, factory: f } = ts;

/** What may be written instead of an operator. */
const OPERATORS = new Map([
  [K.LessThanToken, [K.LessThanEqualsToken, K.GreaterThanEqualsToken]],
  [K.LessThanEqualsToken, [K.LessThanToken, K.GreaterThanToken]],
  [K.GreaterThanToken, [K.GreaterThanEqualsToken, K.LessThanEqualsToken]],
  [K.GreaterThanEqualsToken, [K.GreaterThanToken, K.LessThanToken]],
  [K.EqualsEqualsEqualsToken, [K.ExclamationEqualsEqualsToken]],
  [K.ExclamationEqualsEqualsToken, [K.EqualsEqualsEqualsToken]],
  [K.PlusToken, [K.MinusToken]],
  [K.MinusToken, [K.PlusToken]],
  [K.AsteriskToken, [K.SlashToken]],
  [K.SlashToken, [K.AsteriskToken]],
  [K.PercentToken, [K.AsteriskToken]],
  [K.AsteriskAsteriskToken, [K.AsteriskToken]],
  [K.AmpersandAmpersandToken, [K.BarBarToken]],
  [K.BarBarToken, [K.AmpersandAmpersandToken]],
  [K.PlusEqualsToken, [K.MinusEqualsToken]],
  [K.MinusEqualsToken, [K.PlusEqualsToken]],
  [K.AsteriskEqualsToken, [K.SlashEqualsToken]],
  [K.SlashEqualsToken, [K.AsteriskEqualsToken]],
]);

/** Functions that are easily taken for one another. Null: the call is left out, and what it was made on stays. */
const CALLS = {
  some: "every",
  every: "some",
  min: "max",
  max: "min",
  floor: "ceil",
  ceil: "floor",
  indexOf: "lastIndexOf",
  find: "findLast",
  findIndex: "findLastIndex",
  push: "unshift",
  filter: null,
  slice: null,
  subarray: null,
  sort: null,
  toSorted: null,
  reverse: null,
  trim: null,
  toLowerCase: null,
  abs: null,
};

const isText = (node) =>
  ts.isStringLiteralLike(node) ||
  ts.isTemplateExpression(node) ||
  (ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right))) ||
  (ts.isParenthesizedExpression(node) && isText(node.expression));

/** Whether a node is one that holds code which runs. */
export const runs = (node) =>
  !ts.isTypeNode(node) &&
  !ts.isInterfaceDeclaration(node) &&
  !ts.isTypeAliasDeclaration(node) &&
  !ts.isImportDeclaration(node) &&
  !ts.isExportDeclaration(node);

/**
 * Whether a node is computed when its file is loaded, not when a function is called. A function that is given to
 * another one, as in `Array.from({ length: 9 }, (_, k) => k / 10)`, is called there and then.
 */
export function isStatic(node) {
  for (let at = node.parent; at !== undefined; at = at.parent) if (ts.isFunctionLike(at) && !isGiven(at)) return false;
  return true;
}

const isGiven = (node) => ts.isCallExpression(node.parent) && node.parent.arguments.includes(node);

/** The variable of a file that a node computes when the file is loaded, if it has a name of its own. */
export function staticVariable(node) {
  for (let at = node; at !== undefined; at = at.parent) {
    if (ts.isVariableDeclaration(at)) return ts.isIdentifier(at.name) ? at : undefined;
    if (ts.isClassLike(at)) return undefined;
  }
  return undefined;
}

/** The changes of one node: each with what it is, and how to make it. */
export function mutationsOf(node) {
  if (isStatic(node) && staticVariable(node) === undefined) return [];
  return [...changesOf(node), ...forcedOf(node)];
}

function changesOf(node) {
  if (ts.isBinaryExpression(node)) return ofBinary(node);
  if (ts.isNumericLiteral(node)) return ofNumber(node);
  if (ts.isCallExpression(node)) return ofCall(node);
  if (ts.isExpressionStatement(node) || ts.isThrowStatement(node) || ts.isContinueStatement(node))
    return ofStatement(node);
  // Of a return that is all there is of an if, the condition is forced already.
  if (ts.isReturnStatement(node) && ts.isBlock(node.parent) && ts.isIfStatement(node.parent.parent))
    return ofStatement(node);
  if (node.kind === K.TrueKeyword) return [{ what: "true -> false", make: f.createFalse }];
  if (node.kind === K.FalseKeyword) return [{ what: "false -> true", make: f.createTrue }];
  if (ts.isPrefixUnaryExpression(node)) {
    if (node.operator === K.ExclamationToken) return [{ what: "! removed", make: () => node.operand }];
    if (node.operator === K.MinusToken && !ts.isNumericLiteral(node.operand))
      return [{ what: "- removed", make: () => node.operand }];
  }
  return [];
}

/** The changes of the condition of a statement or an expression, which replace it as a whole. */
function forcedOf(node) {
  const holder = node.parent;
  const isCondition =
    ((ts.isIfStatement(holder) || ts.isWhileStatement(holder)) && holder.expression === node) ||
    (ts.isConditionalExpression(holder) && holder.condition === node);
  if (!isCondition) return [];
  const never = { what: "condition -> false", make: f.createFalse };
  return ts.isWhileStatement(holder) ? [never] : [{ what: "condition -> true", make: f.createTrue }, never];
}

function ofBinary({ left, operatorToken: { kind }, right }) {
  if (kind === K.QuestionQuestionToken)
    return [
      { what: "?? -> left", make: () => left },
      { what: "?? -> right", make: () => right },
    ];
  if ((kind === K.PlusToken || kind === K.PlusEqualsToken) && (isText(left) || isText(right))) return [];
  return (OPERATORS.get(kind) ?? []).map((other) => ({
    what: `${ts.tokenToString(kind)} -> ${ts.tokenToString(other)}`,
    make: () => f.createBinaryExpression(left, other, right),
  }));
}

function ofNumber(node) {
  if (ts.isPropertyAssignment(node.parent) && node.parent.name === node) return [];
  const value = Number(node.text);
  const others = Number.isInteger(value) && value < 1e9 ? [value + 1, value - 1] : [2 * value, -value];
  return others.map((other) => ({
    what: `${node.getText()} -> ${other}`,
    make: () =>
      other < 0
        ? f.createParenthesizedExpression(f.createPrefixUnaryExpression(K.MinusToken, f.createNumericLiteral(-other)))
        : f.createNumericLiteral(other),
  }));
}

function ofCall(node) {
  const { expression: called, arguments: given } = node;
  if (!ts.isPropertyAccessExpression(called) || ts.isOptionalChain(node)) return [];
  const name = called.name.text;
  if (!Object.hasOwn(CALLS, name)) return [];
  const other = CALLS[name];
  const isMath = ts.isIdentifier(called.expression) && called.expression.text === "Math";
  if (other !== null)
    return [
      {
        what: `${name} -> ${other}`,
        make: () =>
          f.createCallExpression(f.createPropertyAccessExpression(called.expression, other), undefined, given),
      },
    ];
  return [{ what: `${name} removed`, make: () => (isMath ? given[0] : called.expression) }];
}

function ofStatement(node) {
  const text = node.getText();
  if (text.startsWith("super(") || /^["']/.test(text)) return [];
  return [{ what: "removed", make: () => f.createEmptyStatement() }];
}
