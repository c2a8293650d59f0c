/** Statuses of a scoring as the contract numbers them. Only an active one is calculated. */
export const DRAFT = 0;
export const INACTIVE = 1;
export const ACTIVE = 2;
