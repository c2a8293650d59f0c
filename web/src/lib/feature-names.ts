/** Names of features (traits), such as those that receive scores: letters, digits, spaces, _ and -. */
export const FEATURE_NAME = /^[\p{L}\p{M}\p{N} _-]+$/u;

/** Names of characteristics, which have a type: also | & and %. */
export const CHARACTERISTIC_NAME = /^[\p{L}\p{M}\p{N} |_&%-]+$/u;
