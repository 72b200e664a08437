import { stat } from "node:fs/promises";
import { type BagSet, contentHash } from "@bagwise/core/bags";
import { count, InputError, type Note, quote, version, withinFile } from "@bagwise/core/base";
import {
  bagsToReview,
  checkReviewedBags,
  type GivenAnswer,
  labelsTable,
  listWaits,
  NEXT_BY,
  newSession,
  nextRound,
  REVIEW_DEFAULTS,
  type ReviewSession,
  reviewProgress,
  reviewState,
  withEvent,
  withUndo,
} from "@bagwise/core/review";
import { checkWritable, located } from "@bagwise/engines/disk";
import type { WrittenAnswer } from "@bagwise/files/lists";
import { Command, Option } from "commander";
import { writeListFile } from "../../node/files/audit-file.js";
import { isOwnOutput } from "../../node/files/own-output.js";
import { databaseOf } from "../../node/files/read-bags.js";
import {
  listShows,
  nameFrom,
  type ReviewBytes,
  type ReviewPaths,
  readListAnswers,
  readSession,
  reviewBytes,
  reviewListTable,
  reviewPaths,
  writeReview,
} from "../../node/files/review-file.js";
import { tableFormatFor } from "../../node/files/write-table-file.js";
import { withFlagNames } from "../flags/options.js";
import { addForceFlag, checkOutputs, outOption, refuseOverwrite } from "../flags/outputs.js";
import { addNestedFlag, addReadingFlags, readWithFlags } from "../flags/reading.js";
import { givenReading, keptReading, optionsIn, type ReviewFlags, SHARES } from "../flags/review-session.js";
import { writeTableOut } from "../flags/table-out.js";
import { print, printJson } from "../text/output.js";
import { reviewReport } from "../text/review.js";
import { reviewColumns, wholeText } from "../text/shown.js";
import { noteLines } from "../text/training.js";

const EXAMPLES = `
The first call begins a review of papers.csv, best with a bag that is labelled positive. It writes two files:
papers.next.csv, a list of bags for you to look at, and papers.review.json, which keeps everything. Write 1 (positive) or 0
(negative) into the column answer of the list, ? if you cannot tell, and make the same call again: your answers are read, the
ranking learns from them, and there is a new list.

Examples:
  $ bagwise review papers.csv --text title,abstract     begin; the file says which papers are known to be relevant
  $ bagwise review papers.csv                           after each list that you have filled in
  $ bagwise review papers.csv --undo                    take the latest answers back
  $ bagwise review papers.csv -n 50 -o next.xlsx        a longer list, for Excel
  $ bagwise review papers.csv --export labels.csv       all answers as a file of labels, for train --labels`;

/** How often to begin again when other programs write the same review. */
const MOST_TRIES = 50;

/** `bagwise review FILE`: a review in rounds, with a word when to stop. */
export function reviewCommand(): Command {
  const { n, by } = REVIEW_DEFAULTS;
  const command = new Command("review")
    .description("review bags in rounds: lists to answer, how many positives are left, and when to stop")
    .argument("<file>", "the bags, or the session of a review that has begun")
    .option("--answers <file>", "a table with the columns bag and answer (default: the list, filled in)")
    .option("--undo", "take the latest answers back")
    .option("-n, --number <bags>", `bags of a list (default: ${n})`)
    .addOption(new Option("--by <choice>", `what to choose bags by (default: ${by})`).choices([...NEXT_BY]));
  for (const [flag, { help, option }] of Object.entries(SHARES))
    command.option(`--${flag} <share>`, `${help} (default: ${REVIEW_DEFAULTS[option]})`);
  command
    .option("--criteria <text>", "what makes a bag positive, to be kept with the review")
    .option("--seed <number>", "seed of all draws, when a review begins (default: 0)")
    .option("--session <file>", "the file that keeps the review (default: FILE.review.json)")
    .addOption(outOption("file", "the list to write (default: FILE.next.csv)"))
    .option("--export <file>", "write all answers, and the labels of the file, as a table of bags and labels");
  return addForceFlag(addNestedFlag(addReadingFlags(command)))
    .option("--json", "print JSON for programs")
    .addHelpText("after", EXAMPLES)
    .action((file: string, flags: ReviewFlags) => withFlagNames(() => review(file, flags)));
}

async function review(file: string, flags: ReviewFlags): Promise<void> {
  if (file === "-" || (await databaseOf(file)) !== undefined)
    throw new InputError({
      code: "option",
      message: `a review needs a file of bags, not ${file === "-" ? "standard input, which cannot be read again" : "a database"}`,
      remedy: "Write the bags to a file first.",
    });
  const paths = await reviewPaths(file, { session: flags.session, list: flags.out });
  const inputs = {
    "the file of bags": paths.data,
    "the file of labels": flags.labels,
    "the encoder": flags.encoder,
    "the file of answers": flags.answers,
  };
  await refuseOverwrite({ "--session": paths.session, "--out": paths.list, "--export": flags.export }, inputs);
  let before = await reviewBytes(paths);
  let begun = await readSession(paths.session);
  if (begun === undefined) await refuseForeignList(paths.list, flags);
  for (const path of [paths.session, paths.list]) await checkWritable(path);
  await checkOutputs({ "--export": { path: flags.export, as: "table" } }, inputs, flags);
  await tableFormatFor(paths.list);
  const reading = await withinFile(paths.session, () => keptReading(begun?.data.reading ?? {}));
  const { bags, notes: read } = await readWithFlags(paths.data, { ...reading, ...flags });
  for (let tries = 1; ; tries++) {
    const done = await advanced(begun, bags, paths, flags);
    if (await writeAll(done, { before, begun, bags, paths, flags })) return report(done, { read, paths, flags });
    // Somebody else wrote meanwhile. Their answers count as well, and what was learned without them does not.
    before = await reviewBytes(paths);
    const now = await readSession(paths.session);
    checkMeanwhile({ begun, now, given: done.given.answers, tries }, paths, flags);
    begun = now;
  }
}

/** What a call makes of a review. */
type Advanced = Awaited<ReturnType<typeof advanced>>;

/** The review with the new answers and the next list; nothing is written. */
async function advanced(begun: ReviewSession | undefined, bags: BagSet, paths: ReviewPaths, flags: ReviewFlags) {
  // Later the list is read as one, or refused as none.
  if (begun === undefined || reviewState(begun).rounds === 0) await refuseForeignList(paths.list, flags);
  const at = new Date().toISOString();
  const before = begun ?? (await begin(bags, paths, flags));
  if (begun !== undefined) await checkSame(begun, bags, paths);
  const given = await newAnswers(before, bags, paths, flags);
  const changed = begun === undefined ? before : withChanges(before, flags, at);
  const answered = flags.undo
    ? withUndo(changed, at)
    : given.answers.length === 0
      ? changed
      : withEvent(changed, { type: "answers", at, answers: given.answers, from: given.from });
  const waits = listWaits(answered, reviewState(answered));
  const round = waits
    ? {
        session: answered,
        list: [],
        ranking: undefined,
        checking: reviewState(answered).checkFrom !== null,
        progress: reviewProgress(answered, bags),
      }
    : await withinFile(paths.data, () => nextRound(answered, bags, { at }));
  const state = reviewState(round.session);
  const ids = waits ? state.waiting : round.list.map(({ bag }) => bag);
  return { ...round, given, waits, state, ids };
}

/** Writes what a call made of a review, unless its files have changed since they were read. */
async function writeAll(
  { session, waits, ids, state }: Advanced,
  parts: {
    before: ReviewBytes;
    begun: ReviewSession | undefined;
    bags: BagSet;
    paths: ReviewPaths;
    flags: ReviewFlags;
  },
): Promise<boolean> {
  const { before, begun, bags, paths, flags } = parts;
  const others = async () => {
    if (ids.length > 0 && !(waits && (await listShows(paths.list, ids)))) await writeList(paths.list, bags, ids);
    if (flags.export !== undefined) await writeTableOut(flags.export, labelsTable(bags, state.answers), { safe: true });
  };
  return await writeReview(paths, { before, session: session === begun ? undefined : session, others });
}

/** Throws an InputError if what was written meanwhile says something else than this call. */
function checkMeanwhile(
  parts: {
    begun?: ReviewSession | undefined;
    now?: ReviewSession | undefined;
    given: readonly GivenAnswer[];
    tries: number;
  },
  { session: file }: ReviewPaths,
  { undo = false }: ReviewFlags,
): void {
  const { begun, now, given, tries } = parts;
  const fail = (message: string): never => {
    const remedy =
      "Nothing of this call was written. Look at the review, and run the command again if you still want it.";
    throw new InputError({ code: "review-changed", message, remedy, where: { file } });
  };
  if (begun !== undefined && now === undefined) fail("the session was removed while this command was at work");
  if (undo && begun?.events.length !== now?.events.length)
    fail("another command changed the review, so that the latest answers are others than those to take back");
  if (tries === MOST_TRIES) fail("other programs change the review all the time");
  const [earlier, later] = [begun, now].map((session) => session && reviewState(session).answers);
  for (const { bag, answer } of given) {
    const other = later?.get(bag)?.answer;
    if (other !== undefined && other !== answer && other !== earlier?.get(bag)?.answer)
      fail(`another command has just said ${other} about the bag ${quote(bag)}, and this one says ${answer}`);
  }
}

function report(
  { state, progress, checking, given, waits, ids, ranking }: Advanced,
  { read, paths, flags }: { read: readonly Note[]; paths: ReviewPaths; flags: ReviewFlags },
): void {
  const aimless: Note[] =
    ranking !== null || ids.length === 0
      ? []
      : [{ code: "review-no-positive", message: "no bag is known to be positive, so the list is drawn at random" }];
  const notes = [...read, ...given.notes, ...aimless];
  if (flags.json) {
    const files = { session: paths.session, list: ids.length === 0 ? null : paths.list };
    const facts = { round: state.rounds, checking, counts: state.counts, new: given.answers.length, ...progress };
    printJson({ bagwise: version, file: paths.data, ...files, ...facts, bags: ids, notes });
    return;
  }
  print(
    ...reviewReport({
      progress,
      checking,
      state,
      paths,
      ids,
      waits,
      given: given.answers,
      undone: flags.undo ?? false,
    }),
    ...(flags.export === undefined ? [] : [`All labels and answers are in ${flags.export}.`]),
    ...noteLines(notes.filter(({ code }) => code !== "format-recognised")),
  );
}

async function begin(bags: BagSet, { data, session }: ReviewPaths, flags: ReviewFlags): Promise<ReviewSession> {
  const { positive, negative } = { positive: bags.positive().size, negative: bags.negative().size };
  const file = nameFrom(session, data);
  const about = {
    file,
    hash: await contentHash(bags),
    bags: bags.size,
    positive,
    negative,
    reading: givenReading(flags),
  };
  const { seed, ...options } = optionsIn(flags);
  return newSession({ program: version, data: about, criteria: flags.criteria, options, seed });
}

async function checkSame(session: ReviewSession, bags: BagSet, { data: file, ...paths }: ReviewPaths): Promise<void> {
  const { data } = session;
  if ((await contentHash(bags)) === data.hash)
    return await withinFile(paths.session, () => checkReviewedBags(session, bagsToReview(bags)));
  const sizes =
    data.bags === bags.size ? "" : `: it had ${count(data.bags, "bag")}, and now has ${count(bags.size, "bag")}`;
  throw new InputError({
    code: "review-data",
    message: `these are not the bags that the review began with${sizes}`,
    remedy: "Give the file as it was, read with the same flags. To begin a new review, name another --session.",
    where: { file },
  });
}

/** The session with other options and criteria, where the flags differ from what holds. */
function withChanges(session: ReviewSession, flags: ReviewFlags, at: string): ReviewSession {
  const { options: now, criteria: said } = reviewState(session);
  const { seed, ...options } = optionsIn(flags);
  if (seed !== undefined && seed !== session.seed)
    throw new InputError({
      code: "option",
      message: `the review began with the seed ${session.seed}, and --seed is ${seed}`,
      remedy: "Leave out --seed. To begin a new review, name another --session.",
    });
  const differ = Object.entries(options).filter(([name, value]) => now[name as keyof typeof now] !== value);
  const criteria = flags.criteria === undefined || flags.criteria === said ? undefined : flags.criteria;
  if (differ.length === 0 && criteria === undefined) return session;
  return withEvent(session, {
    type: "change",
    at,
    ...(differ.length > 0 && { options: Object.fromEntries(differ) }),
    ...(criteria !== undefined && { criteria }),
  });
}

/** Answers that say something new, checked against the bags: those of the list, and those of --answers. */
async function newAnswers(session: ReviewSession, bags: BagSet, { list }: ReviewPaths, flags: ReviewFlags) {
  const from = flags.answers ?? list;
  const state = reviewState(session);
  // Before the first list there is none of ours to read.
  const filled = state.rounds === 0 ? undefined : await readListAnswers(list);
  const named = flags.answers === undefined ? undefined : await readListAnswers(flags.answers);
  if (named === undefined && flags.answers !== undefined)
    throw new InputError({
      code: "no-such-file",
      message: "there is no such file",
      remedy: "Check the name.",
      where: { file: from },
    });
  // A correction in a file of its own wins over the list.
  const corrected = new Set(named?.map(({ bag }) => bag));
  const written = [...(filled ?? []).filter(({ bag }) => !corrected.has(bag)), ...(named ?? [])];
  const place = new Map(bags.ids().map((id, i) => [id, i]));
  for (const { bag, where } of written) {
    const i = place.get(bag);
    if (i === undefined) throw unfit(`the bag ${quote(bag)} is not in the file of bags`, where);
    if (bags.labelOf(i) !== "unlabeled") throw unfit(`the bag ${quote(bag)} is labelled in the file of bags`, where);
  }
  const answers = written.flatMap(({ where: _, ...answer }) => {
    const known = state.answers.get(answer.bag);
    return known?.answer === answer.answer && known.note === answer.note ? [] : [answer];
  });
  if (flags.undo && answers.length > 0 && !flags.force)
    throw new InputError({
      code: "review-undo",
      message: `the list has ${count(answers.length, "answer")} that would be lost`,
      remedy: "Run the command without --undo first, or clear these answers, or add --force.",
      where: { file: from },
    });
  return { from, answers: flags.undo ? [] : answers, notes: flags.undo ? [] : answerNotes(session, answers) };
}

function unfit(message: string, where: WrittenAnswer["where"]): InputError {
  const remedy = "Use the names of the list, and answer only bags without a label.";
  return new InputError({ code: "review-answer", message, remedy, where });
}

function answerNotes(session: ReviewSession, answers: readonly Omit<WrittenAnswer, "where">[]): Note[] {
  if (answers.length === 0) return [];
  const { waiting } = reviewState(session);
  const shown = new Set(
    session.events.flatMap((event) => (event.type === "round" ? event.shown.map(({ bag }) => bag) : [])),
  );
  const own = new Set(answers.map(({ bag }) => bag));
  const left = waiting.filter((bag) => !own.has(bag)).length;
  const elsewhere = answers.filter(({ bag }) => !shown.has(bag)).length;
  const unsure = answers.filter(({ answer }) => answer === "cannot tell").length;
  const note = (code: Note["code"], number: number, message: string): Note[] =>
    number === 0 ? [] : [{ code, message }];
  return [
    ...note(
      "review-waiting",
      left,
      `${count(left, "bag")} of the last list ${left === 1 ? "has" : "have"} no answer and may come again`,
    ),
    ...note(
      "review-from-elsewhere",
      elsewhere,
      `${count(elsewhere, "answer")} about bags that no list of this review showed`,
    ),
    ...note(
      "review-unsure",
      unsure,
      `${count(unsure, "bag")} that you cannot tell ${unsure === 1 ? "is" : "are"} left out of the training and of all counts`,
    ),
  ];
}

async function writeList(path: string, bags: BagSet, ids: readonly string[]): Promise<void> {
  const place = new Map(bags.ids().map((id, i) => [id, i]));
  const listed = bags.subset(ids.flatMap((id) => place.get(id) ?? []));
  const columns = reviewColumns(listed);
  // What is said of the whole bag holds what is said of its parts.
  const whole = columns.filter(({ perBag }) => perBag);
  const shown = (whole.length > 0 ? whole : columns).map((column) => ({
    name: column.name,
    texts: ids.map((_, k) => wholeText(listed, k, column)),
  }));
  await writeListFile(path, reviewListTable(ids, shown));
}

async function refuseForeignList(path: string, { force = false }: ReviewFlags): Promise<void> {
  if (force || path === "-" || !(await isThere(path)) || (await isOwnOutput(path, "table"))) return;
  throw new InputError({
    code: "exists",
    message: "the file exists; it would be lost",
    remedy: "Choose another name, or add --force to replace it.",
    where: { file: path },
  });
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(located(path)).catch(() => undefined)) !== undefined;
}
