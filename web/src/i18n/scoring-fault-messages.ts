import type { ReasonName } from "../api/fault";
import { defineMessages, type Message } from "./define-messages";

type ScoringReason = Extract<ReasonName, `SCORING_${string}` | `TRACKING_${string}`>;

/** Texts of more than one reason. */
export const scoringFaultMessages = defineMessages({
  sum: {
    id: "fault.reason.SCORING_WEIGHTS_SUM",
    defaultMessage: "Suma wartości musi wynosić 100%",
    description: "Weights do not add up",
  },
  noDatabase: {
    id: "fault.reason.SCORING_UID_UNKNOWN",
    defaultMessage: "Nie ma takiej bazy na tym koncie",
    description: "A data source names a uid that is not there",
  },
});

/** The part of the error catalogue about scorings and their parts. */
export const scoringReasons: Readonly<Record<ScoringReason, Message>> = defineMessages({
  SCORING_NOT_FOUND: {
    id: "fault.reason.SCORING_NOT_FOUND",
    defaultMessage: "Nie ma takiego scoringu",
    description: "The scoring does not exist (any more)",
  },
  SCORING_VERSION_CONFLICT: {
    id: "fault.reason.SCORING_VERSION_CONFLICT",
    defaultMessage: "Ktoś zmienił ten scoring w\u00a0międzyczasie. Wczytaj go ponownie.",
    description: "The scoring was saved elsewhere since it was loaded",
  },
  SCORING_PREVIEW_BUSY: {
    id: "fault.reason.SCORING_PREVIEW_BUSY",
    defaultMessage: "Poprzedni podgląd jest jeszcze liczony. Spróbuj za\u00a0chwilę.",
    description: "A preview of a scoring was asked for while another one of the account is being counted",
  },
  SCORING_ACTIVE: {
    id: "fault.reason.SCORING_ACTIVE",
    defaultMessage: "Scoring jest aktywny: można zmienić tylko nazwę i\u00a0eksport do cech",
    description: "An active scoring takes few changes",
  },
  SCORING_WEIGHTS_SUM: scoringFaultMessages.sum,
  SCORING_CHANNEL_MISSING: {
    id: "fault.reason.SCORING_CHANNEL_MISSING",
    defaultMessage: "Wybierz co najmniej jeden kanał",
    description: "A scoring without channels",
  },
  SCORING_DATA_SOURCES_MISSING: {
    id: "fault.reason.SCORING_DATA_SOURCES_MISSING",
    defaultMessage: "Wybierz, kogo scoring ma oceniać",
    description: "A scoring without data sources",
  },
  SCORING_UID_TWICE: {
    id: "fault.reason.SCORING_UID_TWICE",
    defaultMessage: "Baza może wystąpić w\u00a0scoringu tylko raz",
    description: "The same recipient database twice",
  },
  SCORING_UID_UNKNOWN: scoringFaultMessages.noDatabase,
  SCORING_PROPERTY_UNUSABLE: {
    id: "fault.reason.SCORING_PROPERTY_UNUSABLE",
    defaultMessage: "Nie możesz użyć tej cechy",
    description: "A property that cannot receive scores",
  },
  SCORING_SHARES_INVALID: scoringFaultMessages.sum,
  SCORING_BACK_TO_GUIDED: {
    id: "fault.reason.SCORING_BACK_TO_GUIDED",
    defaultMessage: "Scoring z\u00a0własnymi wagami nie może wrócić do konfiguratora",
    description: "One-way",
  },
  SCORING_SWITCH_ON_BY_STATUS: {
    id: "fault.reason.SCORING_SWITCH_ON_BY_STATUS",
    defaultMessage: "Zapisz scoring, a\u00a0potem go włącz",
    description: "A save cannot switch on",
  },
  SCORING_LIMIT: {
    id: "fault.reason.SCORING_LIMIT",
    defaultMessage: "Osiągnięto limit scoringów na koncie. Usuń niepotrzebne szkice.",
    description: "Quota",
  },
  SCORING_FILE_FORMAT: {
    id: "fault.reason.SCORING_FILE_FORMAT",
    defaultMessage: "Ten plik nie zawiera scoringu. Wybierz plik pobrany z\u00a0listy scoringów.",
    description: "The file that was chosen is no scoring",
  },
  SCORING_TOO_MANY_NEW: {
    id: "fault.reason.SCORING_TOO_MANY_NEW",
    defaultMessage: "Utworzono zbyt wiele scoringów w\u00a0krótkim czasie. Spróbuj ponownie później.",
    description: "Rate of new scorings",
  },
  SCORING_WEBSITES_MISSING: {
    id: "fault.reason.SCORING_WEBSITES_MISSING",
    defaultMessage: "Najpierw dodaj stronę WWW",
    description: "Lead scoring needs a tracked website",
  },
  SCORING_EVENTS_MISSING: {
    id: "fault.reason.SCORING_EVENTS_MISSING",
    defaultMessage: "Wybierz śledzone zdarzenia",
    description: "Lead scoring needs a tracked event type",
  },
  SCORING_EVENT_NOT_TRACKED: {
    id: "fault.reason.SCORING_EVENT_NOT_TRACKED",
    defaultMessage: "Wagę może mieć tylko śledzone zdarzenie",
    description: "A weight of an event type that is not tracked",
  },
  TRACKING_EXISTS: {
    id: "fault.reason.TRACKING_EXISTS",
    defaultMessage: "Ta strona jest już śledzona",
    description: "The uid has the website",
  },
  TRACKING_UID_UNKNOWN: scoringFaultMessages.noDatabase,
  TRACKING_LIMIT: {
    id: "fault.reason.TRACKING_LIMIT",
    defaultMessage: "Osiągnięto limit śledzonych stron na koncie",
    description: "100 websites",
  },
  TRACKING_NOT_FOUND: {
    id: "fault.reason.TRACKING_NOT_FOUND",
    defaultMessage: "Nie ma takiej strony",
    description: "A website that is gone",
  },
  SCORING_GROUP_UNKNOWN: {
    id: "fault.reason.SCORING_GROUP_UNKNOWN",
    defaultMessage: "Wybrana grupa już nie istnieje",
    description: "A group of the scoring is gone",
  },
  SCORING_PROPERTY_UNKNOWN: {
    id: "fault.reason.SCORING_PROPERTY_UNKNOWN",
    defaultMessage: "Wybrana cecha już nie istnieje",
    description: "A property of the scoring is gone",
  },
  SCORING_NOT_DRAFT: {
    id: "fault.reason.SCORING_NOT_DRAFT",
    defaultMessage: "Usunąć można tylko szkic",
    description: "Only drafts can be removed",
  },
  SCORING_BACK_TO_DRAFT: {
    id: "fault.reason.SCORING_BACK_TO_DRAFT",
    defaultMessage: "Zapisany scoring nie może znów stać się szkicem",
    description: "A status change that is refused",
  },
  SCORING_IS_DRAFT: {
    id: "fault.reason.SCORING_IS_DRAFT",
    defaultMessage: "Szkicu nie można przeliczyć. Najpierw dokończ scoring.",
    description: "A draft cannot be calculated",
  },
  SCORING_WEIGHTS_MISSING: {
    id: "fault.reason.SCORING_WEIGHTS_MISSING",
    defaultMessage: "Nie określono wszystkich parametrów",
    description: "Weights are missing",
  },
  SCORING_PERCENTILE_MISSING: {
    id: "fault.reason.SCORING_PERCENTILE_MISSING",
    defaultMessage: "Wybierz percentyl",
    description: "A channel without percentile",
  },
});
