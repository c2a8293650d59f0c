/** Statuses of a scoring, with the numbers of the contract. Only active scorings are calculated. */
export const DRAFT = 0;
export const INACTIVE = 1;
export const ACTIVE = 2;
