/** The value of `app/standalone.ts` in the single file. */
export const standalone = true;
