/** A row of the literature: accuracies of 10-fold cross-validation. */
interface PublishedRow {
  /** The name that the literature has for the method. */
  readonly title: string;
  /** Our methods that are the same; none where there is no such learner. */
  readonly methods: readonly string[];
  /** Where the method comes from; the figures are as the literature quotes them. */
  readonly paper: string;
  /** In per cent, in the order of `DATA_SETS_PUBLISHED`; null where nothing is published. */
  readonly accuracies: readonly (number | null)[];
}

const DATA_SETS_PUBLISHED = ["musk1", "musk2", "elephant", "fox", "tiger"];

/** What is published is of so many folds. */
export const PUBLISHED_FOLDS = 10;

const GAERTNER = "Gärtner, Flach, Kowalczyk and Smola, 2002";
const ANDREWS = "Andrews, Tsochantaridis and Hofmann, 2002";
const ZHOU = "Zhou, Sun and Li, 2009";
const LI = "Li, Kwok, Tsang and Zhou, 2009";

const ROWS: readonly PublishedRow[] = [
  { title: "MI-kernel", methods: ["svm"], paper: GAERTNER, accuracies: [88.0, 89.3, 84.3, 60.3, 84.2] },
  { title: "mi-SVM", methods: ["mi-svm"], paper: ANDREWS, accuracies: [87.4, 83.6, 82.2, 58.2, 78.4] },
  { title: "MI-SVM", methods: ["witness-svm"], paper: ANDREWS, accuracies: [77.9, 84.3, 81.4, 57.8, 84.0] },
  { title: "miGraph", methods: ["mi-graph"], paper: ZHOU, accuracies: [88.9, 90.3, 86.8, 61.6, 86.0] },
  { title: "MIGraph", methods: ["mi-graph:edges"], paper: ZHOU, accuracies: [90.0, 90.0, 85.1, 61.2, 81.9] },
  { title: "MissSVM", methods: ["miss-svm"], paper: "Zhou and Xu, 2007", accuracies: [87.6, 80.0, null, null, null] },
  { title: "EM-DD", methods: ["em-dd"], paper: "Zhang and Goldman, 2001", accuracies: [84.8, 84.9, 78.3, 56.1, 72.1] },
  {
    title: "DD",
    methods: ["dd"],
    paper: "Maron and Lozano-Pérez, 1998",
    accuracies: [88.0, 84.0, null, null, null],
  },
  {
    title: "KI-SVM, instances",
    methods: ["ki-svm:instance"],
    paper: LI,
    accuracies: [84.0, 84.4, 83.5, 63.4, 82.9],
  },
  { title: "KI-SVM, bags", methods: ["ki-svm:bag"], paper: LI, accuracies: [88.0, 82.0, 84.5, 60.5, 85.0] },
  {
    title: "attention network",
    methods: ["network", "network:attention"],
    paper: "Ilse, Tomczak and Welling, 2018",
    accuracies: [89.2, 85.8, 86.8, 61.5, 83.9],
  },
];

/** A published accuracy, as a share. */
export interface Published {
  readonly title: string;
  /** Where the method comes from. */
  readonly paper: string;
  readonly accuracy: number;
}

/** What is published for one of our methods on a data set; null where nothing is. */
export function publishedFor(dataset: string, method: string): Published | null {
  const row = ROWS.find(({ methods }) => methods.includes(method));
  return row === undefined ? null : onDataSet(row, dataset);
}

/** The best that is published for any method on a data set; null for other data sets. */
export function bestPublished(dataset: string): Published | null {
  return ROWS.reduce<Published | null>((best, row) => {
    const here = onDataSet(row, dataset);
    return here !== null && (best === null || here.accuracy > best.accuracy) ? here : best;
  }, null);
}

function onDataSet({ title, paper, accuracies }: PublishedRow, dataset: string): Published | null {
  const accuracy = accuracies[DATA_SETS_PUBLISHED.indexOf(dataset)] ?? null;
  return accuracy === null ? null : { title, paper, accuracy: Math.round(10 * accuracy) / 1000 };
}
