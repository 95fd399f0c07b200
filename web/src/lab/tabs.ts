/** The pages of the lab. Each is loaded when it is first opened, so that playing loads none of them. */

import type { Component } from 'svelte';

type Page = Component<{ parts: string[] }>;

const PAGES = {
  solve: () => import('./Solve.svelte'),
  make: () => import('./Make.svelte'),
  methods: () => import('./methods/Methods.svelte'),
  numbers: () => import('./numbers/Numbers.svelte'),
} satisfies Record<string, () => Promise<{ default: Page }>>;

export type Tab = keyof typeof PAGES;

/** The tabs in their order. */
export const TABS = Object.keys(PAGES) as Tab[];

/** Loads the page of a tab. */
export const page = async (tab: Tab): Promise<Page> => (await PAGES[tab]()).default as Page;
