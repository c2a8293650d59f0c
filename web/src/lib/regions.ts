/** ISO 3166-1 alpha-2, two letters each. */
const COUNTRIES =
  "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

/** Options for codes, with their names in a language, sorted by the rules of that language. */
function named(
  codes: readonly string[],
  type: "region" | "currency",
  locale: string,
): { value: string; label: string }[] {
  const names = new Intl.DisplayNames([locale], { type });
  const collator = new Intl.Collator(locale);
  return codes
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .sort((a, b) => collator.compare(a.label, b.label));
}

/** Every country, or only those of `codes`: naming all of them takes a while on a slow machine. */
export function countries(locale: string, codes?: readonly string[]): { value: string; label: string }[] {
  return named(codes ?? COUNTRIES.match(/../g) ?? [], "region", locale);
}

/** Every currency, or only those of `codes`. */
export function currencies(locale: string, codes?: readonly string[]): { value: string; label: string }[] {
  return named(codes ?? Intl.supportedValuesOf("currency"), "currency", locale);
}
