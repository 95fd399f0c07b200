/** The pages of the lab: each is loaded when it is first opened, so that playing loads none of them. */

import type { Component } from 'svelte';

type Page = Component<{ parts: string[] }>;

const FILES = import.meta.glob<{ default: Page }>([
  './Solve.svelte',
  './Make.svelte',
  '../methods/Methods.svelte',
  '../numbers/Numbers.svelte',
]);

const PAGES = {
  solve: './Solve.svelte',
  make: './Make.svelte',
  methods: '../methods/Methods.svelte',
  numbers: '../numbers/Numbers.svelte',
} as const;

export type Tab = keyof typeof PAGES;

/** The tabs in their order. */
export const TABS = (Object.keys(PAGES) as Tab[]).filter((tab) => PAGES[tab] in FILES);

/** The page behind a tab. */
export const page = async (tab: Tab): Promise<Page> => (await FILES[PAGES[tab]]!()).default;
