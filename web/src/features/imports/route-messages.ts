import { defineMessages } from "../../i18n/define-messages";

export const importsRouteMessages = defineMessages({
  title: { id: "imports.page.title", defaultMessage: "Importy", description: "Title of the page" },
  gone: { id: "imports.page.gone", defaultMessage: "Nie ma takiego importu", description: "Heading" },
  goneText: {
    id: "imports.page.goneText",
    defaultMessage: "Szkic, którego nikt nie dokończył, znika po dobie. Plik można wgrać ponownie.",
    description: "Under the heading",
  },
  toList: { id: "imports.page.toList", defaultMessage: "Wszystkie importy", description: "Button" },
});
