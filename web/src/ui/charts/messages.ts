import { defineMessages } from "../../i18n/define-messages";

export const chartMessages = defineMessages({
  bands: {
    id: "ui.chart.bands",
    defaultMessage: "Ocenieni według zaangażowania:",
    description: "Before the names of the five bands, the colours of the bars",
  },
  menu: { id: "ui.chart.menu", defaultMessage: "Pobierz wykres: {title}", description: "Name of a chart's menu" },
  png: { id: "ui.chart.png", defaultMessage: "Pobierz jako PNG", description: "Menu: picture of pixels" },
  svg: { id: "ui.chart.svg", defaultMessage: "Pobierz jako SVG", description: "Menu: picture of shapes" },
  failed: {
    id: "ui.chart.failed",
    defaultMessage: "Nie udało się zapisać wykresu",
    description: "The picture could not be made",
  },
  named: {
    id: "ui.chart.named",
    defaultMessage: "{title}. Te same liczby są w\u00a0tabeli.",
    description: "Name of a chart, read aloud",
  },
  points: {
    id: "ui.chart.points",
    defaultMessage: "{title}: punkty wykresu, strzałki zmieniają punkt",
    description: "Name of what the arrow keys move, read aloud",
  },
});
