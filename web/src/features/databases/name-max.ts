/** The contract's limit for the name of a database, in characters. */
export const NAME_MAX = 60;
