import { defineMessages, type Message } from "../../../i18n/define-messages";
import { type Deed } from "./lift";

export const liftMessages = defineMessages({
  rising: {
    id: "scoringReport.lift.rising",
    defaultMessage:
      "Osoby z\u00a0oceną {high} {deed, select, clicked {klikają} purchase {kupują} paymentInfo {podają dane płatności} checkoutView {przechodzą do kasy} productView {oglądają produkty} other {odwiedzają strony}} {times} razy częściej niż osoby z\u00a0oceną {low}",
    description: "The sentence that answers whether the score is good; high and low are ranges of scores",
  },
  onlyHigh: {
    id: "scoringReport.lift.onlyHigh",
    defaultMessage:
      "Osoby z\u00a0oceną {high} {deed, select, clicked {klikają} purchase {kupują} paymentInfo {podają dane płatności} checkoutView {przechodzą do kasy} productView {oglądają produkty} other {odwiedzają strony}}, z\u00a0oceną {low} wcale",
    description: "The same where the lowest band does not do it at all",
  },
  flat: {
    id: "scoringReport.lift.flat",
    defaultMessage:
      "Wyższe przedziały nie {deed, select, clicked {klikają} purchase {kupują} paymentInfo {podają danych płatności} checkoutView {przechodzą do kasy} productView {oglądają produktów} other {odwiedzają stron}} częściej",
    description: "The score does not tell who does more",
  },
  flatText: {
    id: "scoringReport.lift.flatText",
    defaultMessage: "Zmień wagi: większa waga tego, na czym ci zależy, wyraźniej rozdzieli oceny.",
    description: "What to do then",
  },
  noResponses: {
    id: "scoringReport.lift.noResponses",
    defaultMessage: "Nikt w\u00a0te dni nie zareagował, więc nie ma czego porównać",
    description: "Nobody clicked in the days after",
  },
  unknown: {
    id: "scoringReport.lift.unknown",
    defaultMessage: "Za mało przedziałów dostało wiadomości, żeby je porównać",
    description: "Only one band, or none, has anybody",
  },
  unknownWeb: {
    id: "scoringReport.lift.unknownWeb",
    defaultMessage: "Wszyscy odwiedzający są w\u00a0jednym przedziale, więc nie ma czego porównać",
    description: "The same of websites",
  },
  basis: {
    id: "scoringReport.lift.basis",
    defaultMessage: "Oceny z\u00a0{date}, reakcje w\u00a014\u00a0dni ({from} – {to}). Związek, nie przyczyna.",
    description: "What the figures are of; correlation, not cause",
  },
  basisWeb: {
    id: "scoringReport.lift.basisWeb",
    defaultMessage: "Oceny z\u00a0{date}, zachowanie w\u00a014\u00a0dni ({from} – {to}). Związek, nie przyczyna.",
    description: "The same of websites",
  },
  title: {
    id: "scoringReport.lift.title",
    defaultMessage: "Reakcje według oceny",
    description: "Heading of chart and table",
  },
  scored: { id: "scoringReport.lift.scored", defaultMessage: "Z\u00a0oceną", description: "Column" },
  reached: { id: "scoringReport.lift.reached", defaultMessage: "Z\u00a0wiadomością", description: "Column" },
  axis: { id: "scoringReport.lift.axis", defaultMessage: "{deed}, % osób", description: "Title of the vertical axis" },
  early: {
    id: "scoringReport.lift.early",
    defaultMessage: "Sprawdzimy {date}",
    description: "The 14 days are not over yet",
  },
  earlyText: {
    id: "scoringReport.lift.earlyText",
    defaultMessage: "Trafność wyniku z\u00a0{date} poznamy, gdy minie 14\u00a0dni od przeliczenia.",
    description: "Why the figures are not there yet",
  },
  see: {
    id: "scoringReport.lift.see",
    defaultMessage: "Zobacz {date}",
    description: "Button: the newest day that is known",
  },
  allDeeds: {
    id: "scoringReport.lift.allDeeds",
    defaultMessage: "Pokaż kroki pośrednie",
    description: "Button on a phone: shows the acts between the visit and the purchase",
  },
});

/** The acts, as columns. */
export const deedMessages: Readonly<Record<Deed, Message>> = defineMessages({
  opened: { id: "scoringReport.deed.opened", defaultMessage: "Otworzyło", description: "Column: opened a message" },
  clicked: { id: "scoringReport.deed.clicked", defaultMessage: "Kliknęło", description: "Column: clicked" },
  pageView: { id: "scoringReport.deed.pageView", defaultMessage: "Odwiedziło stronę", description: "Column, web" },
  productView: {
    id: "scoringReport.deed.productView",
    defaultMessage: "Obejrzało produkt",
    description: "Column, web",
  },
  checkoutView: {
    id: "scoringReport.deed.checkoutView",
    defaultMessage: "Przeszło do kasy",
    description: "Column, web",
  },
  paymentInfo: {
    id: "scoringReport.deed.paymentInfo",
    defaultMessage: "Podało dane płatności",
    description: "Column, web",
  },
  purchase: { id: "scoringReport.deed.purchase", defaultMessage: "Kupiło", description: "Column, web" },
});
