/** Whether this is the single file `shudu.html`, which has no server; its build replaces this module. */
export const standalone: boolean = false;
