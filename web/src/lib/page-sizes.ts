/** The page sizes of a table, in rows. */
export const PAGE_SIZES = [20, 50, 100, 200] as const;
