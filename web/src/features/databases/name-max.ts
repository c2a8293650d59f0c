/** How many characters the name of a database has at most, as the contract limits it. */
export const NAME_MAX = 60;
