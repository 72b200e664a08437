import { caution, error, info } from "./code.js";

/** Reviews in rounds. */
export const REVIEW_CODES = {
  title: "Reviews",
  codes: {
    "review-unsure": caution(
      "Some answers are neither positive nor negative",
      "You could not tell. These bags are left out: out of the training, and out of the counts of found and expected positives.",
      "Nothing, if they are few. If you can decide later, write the answer into a list and give it again.",
    ),
    "review-waiting": info(
      "Some bags of the last list have no answer",
      "You left them blank. They stay open and come again.",
      "Nothing, if you left them out by chance. If you left out the hard ones, answer them: otherwise the count of expected positives is too low.",
    ),
    "review-from-elsewhere": info(
      "Some answers are about bags that no list of this review showed",
      "You answered bags of your own choice, or of another list. They count as reviewed.",
      "Nothing.",
    ),
    "review-no-positive": caution(
      "No bag is known to be positive",
      "There is nothing to look for yet, so the list is drawn at random, until the first positive answer.",
      "If you know a positive bag, label it in the file before you begin, or answer it: `--answers`. If the file has labels, check how they are read.",
    ),
    "review-truth": info(
      "Bags without a positive label are taken for negative",
      "To simulate a review, every answer must be known.",
      "Nothing, if the file has the truth as labels.",
    ),
    "review-session": error(
      "This is not a review",
      "The file is not a session of `bagwise review`, or it is damaged.",
      "Give the file that `bagwise review` wrote, or choose another name to begin a new review.",
    ),
    "review-version": error(
      "The review was written by a newer version of bagwise",
      "Its layout is not known to this version.",
      "Update bagwise.",
    ),
    "review-data": error(
      "The review is about other bags",
      "The file of bags has changed since the review began, or is read in another way. Answers would belong to other bags.",
      "Give the file the review began with, unchanged and read with the same options. For new bags, begin a new review.",
    ),
    "review-changed": error(
      "The review was changed at the same time",
      "Another command, or a program that has the list open, wrote while this one was at work, and what both say does not go together.",
      "Look at what the review holds now, and run the command again if it is still what you want.",
    ),
    "review-answer": error(
      "An answer does not fit the review",
      "The bag is unknown, was labelled before the review, or has two answers.",
      "Use the names of the list, and give one answer for each bag.",
    ),
    "review-undo": error(
      "There is nothing to take back",
      "Only answers can be taken back, and each only once.",
      "Correct a single answer by giving it again.",
    ),
    "review-nothing-open": error(
      "Every bag is reviewed",
      "No bag without a label and without an answer is left.",
      "Stop here, or add unlabeled bags and begin a new review.",
    ),
  },
};
