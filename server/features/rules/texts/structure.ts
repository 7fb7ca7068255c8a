import type { AdviceTable, RuleAdvice } from "../contract";

const brokenList: RuleAdvice = {
  who: "People who use a screen reader are not told that this is a list, or how long it is.",
  why: "Screen readers announce the number of items and let people skip a list. That only works when its markup is complete.",
  fix: "Put only <li> directly inside <ul> and <ol>, and every <li> inside one of them.",
  effort: "small",
  guilty: "tag",
};

const brokenDefinitions: RuleAdvice = {
  ...brokenList,
  fix: "Put only groups of <dt> and <dd>, in this order, inside <dl>, and never use them outside of it.",
};

const brokenTable = (fix: string): RuleAdvice => ({
  who: "People who use a screen reader can't tell which row and column a table cell belongs to.",
  why: "While moving through a table, headers are read out with each cell. Where they are missing or wrong, only bare values remain.",
  fix,
  effort: "medium",
  guilty: "tag",
});

const tangledLandmarks = (fix: string): RuleAdvice => ({
  who: "People who use a screen reader can't jump straight to the part of the page that they want.",
  why: "Landmarks such as main, navigation and footer are the map of a page. When they are missing, doubled or nested, the map misleads.",
  fix,
  effort: "small",
  guilty: "tag",
});

const topLevel = tangledLandmarks("Move this landmark out of the other landmark that it is nested in.");
const onlyOne = tangledLandmarks("Keep one such landmark a page and turn the others into plain elements.");

export const structure: AdviceTable = {
  list: brokenList,
  listitem: brokenList,
  "definition-list": brokenDefinitions,
  dlitem: brokenDefinitions,
  "td-headers-attr": brokenTable("Let the headers attribute name only ids of header cells of the same table."),
  "th-has-data-cells": brokenTable("Make each header cell belong to data cells, or turn it into an ordinary cell."),
  "td-has-header": brokenTable("Mark the header cells with <th> and a scope."),
  "scope-attr-valid": brokenTable("Use scope on <th> only, with the value row, col, rowgroup or colgroup."),
  "empty-table-header": brokenTable("Give the header cell a text, or make it an ordinary cell if it heads nothing."),
  "table-duplicate-name": brokenTable(
    "Let the caption name the table, and use the summary for something else or leave it out.",
  ),
  "table-fake-caption": brokenTable("Turn the cell that serves as a title into a <caption>."),
  "landmark-banner-is-top-level": topLevel,
  "landmark-complementary-is-top-level": topLevel,
  "landmark-contentinfo-is-top-level": topLevel,
  "landmark-main-is-top-level": topLevel,
  "landmark-no-duplicate-banner": onlyOne,
  "landmark-no-duplicate-contentinfo": onlyOne,
  "landmark-no-duplicate-main": onlyOne,
  "landmark-one-main": tangledLandmarks("Wrap the main content of each page in one <main>."),
  "landmark-unique": tangledLandmarks("Give landmarks of the same kind different names by aria-label."),
  region: tangledLandmarks("Put all visible content inside landmarks such as <header>, <nav>, <main> and <footer>."),
  bypass: {
    who: "People who use a keyboard or a screen reader must pass the whole menu again on every page.",
    why: "There is no way to skip what repeats on each page: no skip link, no main landmark, no headings.",
    fix: 'Add a "Skip to content" link as the first element, and wrap the content in <main>.',
    effort: "small",
    guilty: "tag",
  },
  "skip-link": {
    who: "People who use a keyboard press the skip link, and nothing happens.",
    why: "The link points at a place that does not exist or can't take the focus.",
    fix: 'Let the link\'s address be the id of the main content, and give that element tabindex="-1".',
    effort: "small",
    guilty: { attributes: ["href"] },
  },
  "empty-heading": {
    who: "People who move from heading to heading land on one that says nothing.",
    why: "Screen reader users find their way by headings more than by anything else.",
    fix: "Write a text into the heading, or remove it.",
    effort: "small",
    guilty: "tag",
  },
  "heading-order": {
    who: "People who move from heading to heading lose the thread where a level is skipped.",
    why: "Levels say what belongs to what. A jump from level 2 to 4 sounds as if a part were missing.",
    fix: "Choose heading levels by structure, one step down at a time, and set their size by style.",
    effort: "small",
    guilty: "tag",
  },
  "page-has-heading-one": {
    who: "People who move from heading to heading find no start of the page.",
    why: "The heading of level one says what the page is about.",
    fix: "Make the page's main title an <h1>.",
    effort: "small",
    guilty: "tag",
  },
  "p-as-heading": {
    who: "People who can't see the large type are not told that this is a heading.",
    why: "Bold or large text looks like a heading only to the eye.",
    fix: "Use <h2> to <h6> and style them.",
    effort: "small",
    guilty: "tag",
  },
  "focus-order-semantics": {
    who: "People who use a screen reader land on something that has no role.",
    why: "The element can be focused, yet nothing says what it is or does.",
    fix: "Use a native control, or add the role that fits what it does.",
    effort: "medium",
    guilty: "tag",
  },
};
