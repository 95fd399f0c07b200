/** The pages of the lab, each loaded when it is first opened. */

import type { Component } from 'svelte';

type Page = Component<{ parts: string[] }>;

const PAGES = {
  solve: () => import('./Solve.svelte'),
  make: () => import('./Make.svelte'),
  experiments: () => import('./experiments/Experiments.svelte'),
  methods: () => import('./methods/Methods.svelte'),
  numbers: () => import('./numbers/Numbers.svelte'),
} satisfies Record<string, () => Promise<{ default: Page }>>;

export type Tab = keyof typeof PAGES;

/** The tabs in display order. */
export const TABS = Object.keys(PAGES) as Tab[];

/** Load the page of a tab. */
export const page = async (tab: Tab): Promise<Page> => (await PAGES[tab]()).default as Page;
