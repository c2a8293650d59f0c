/** ISO 3166-1 alpha-2, two letters each. */
const COUNTRIES =
  "ADAEAFAGAIALAMAOAQARASATAUAWAXAZBABBBDBEBFBGBHBIBJBLBMBNBOBQBRBSBTBVBWBYBZCACCCDCFCGCHCICKCLCMCNCOCRCUCVCWCXCYCZDEDJDKDMDODZECEEEGEHERESETFIFJFKFMFOFRGAGBGDGEGFGGGHGIGLGMGNGPGQGRGSGTGUGWGYHKHMHNHRHTHUIDIEILIMINIOIQIRISITJEJMJOJPKEKGKHKIKMKNKPKRKWKYKZLALBLCLILKLRLSLTLULVLYMAMCMDMEMFMGMHMKMLMMMNMOMPMQMRMSMTMUMVMWMXMYMZNANCNENFNGNINLNONPNRNUNZOMPAPEPFPGPHPKPLPMPNPRPSPTPWPYQARERORSRURWSASBSCSDSESGSHSISJSKSLSMSNSOSRSSSTSVSXSYSZTCTDTFTGTHTJTKTLTMTNTOTRTTTVTWTZUAUGUMUSUYUZVAVCVEVGVIVNVUWFWSYEYTZAZMZW";

/** Choices of a code with its name in a language, ordered as that language orders. */
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

export function countries(locale: string): { value: string; label: string }[] {
  return named(COUNTRIES.match(/../g) ?? [], "region", locale);
}

export function currencies(locale: string): { value: string; label: string }[] {
  return named(Intl.supportedValuesOf("currency"), "currency", locale);
}
