/** How many rows a page of a table may have. */
export const PAGE_SIZES = [20, 50, 100, 200] as const;
