import js from "@eslint/js";
import a11y from "eslint-plugin-jsx-a11y";
import playwright from "eslint-plugin-playwright";
import hooks from "eslint-plugin-react-hooks";
import globals from "globals";
import ts from "typescript-eslint";

const NO_FETCH = "Calls to the server live in api/.";
const NO_EFFECT =
  "Effects do not move data (loaders, stores and actions do). For timers, observers and focus: say why.";

const LAZY_PART = "Pages are loaded by app/routes, parts of pages by ui/lazy-part: both say when one does not come.";
const SYNTAX = [
  { selector: "CallExpression[callee.name=/^use(Layout|Insertion)?Effect$/]", message: NO_EFFECT },
  { selector: "JSXText[value=/\\p{L}/u]", message: "Text comes from a message id." },
  { selector: "ExportDefaultDeclaration", message: "Exports are named." },
];

export default ts.config(
  { ignores: ["dist", ".vite", "src/gen", "e2e/artifacts", "coverage"] },
  js.configs.recommended,
  {
    files: ["src/**/*.{ts,tsx}", "e2e/**/*.ts", "*.ts"],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/explicit-module-boundary-types": "error",
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // Loaders redirect by throwing a Response, as react-router requires.
      "@typescript-eslint/only-throw-error": ["error", { allow: [{ from: "lib", name: "Response" }, "Response"] }],
      "@typescript-eslint/prefer-promise-reject-errors": "off",
      "@typescript-eslint/dot-notation": "off",
    },
  },
  {
    files: ["src/**/*.{ts,tsx}"],
    extends: [a11y.flatConfigs.strict, hooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 400 }],
      "no-console": "error",
      eqeqeq: "error",
      "jsx-a11y/no-autofocus": ["error", { ignoreNonDOM: true }],
      "no-restricted-syntax": ["error", ...SYNTAX],
      "no-restricted-globals": [
        "error",
        { name: "fetch", message: NO_FETCH },
        { name: "XMLHttpRequest", message: NO_FETCH },
      ],
    },
  },
  {
    files: ["src/features/**/*.{ts,tsx}"],
    ignores: ["**/*.test.{ts,tsx}"],
    rules: {
      "no-restricted-syntax": [
        "error",
        ...SYNTAX,
        {
          selector: "MemberExpression[property.name='clipboard']",
          message: "Texts are copied by ui/CopyButton and ui/copy.",
        },
        {
          selector: "JSXOpeningElement[name.name=/^(details|dialog|select|table|textarea)$/]",
          message: "ui/ has the part.",
        },
        {
          selector:
            "JSXOpeningElement[name.name='input']:not(:has(JSXAttribute[name.name='type'][value.value='file']))",
          message: "ui/ has Field, Checkbox and Choice.",
        },
        { selector: "CallExpression[callee.name='lazy']", message: LAZY_PART },
        {
          selector: "ImportExpression:not(CallExpression[callee.name='lazyPart'] ImportExpression)",
          message: LAZY_PART,
        },
      ],
    },
  },
  // The catalogue of reasons is data, one entry for each reason.
  { files: ["src/i18n/fault-messages.ts"], rules: { "max-lines": "off" } },
  { files: ["src/api/**", "src/boot/**", "src/tracking/**"], rules: { "no-restricted-globals": "off" } },
  {
    files: ["src/**/*.test.{ts,tsx}", "src/test/**"],
    rules: {
      "@typescript-eslint/no-non-null-assertion": "off",
      "@typescript-eslint/no-empty-function": "off",
      "@typescript-eslint/unbound-method": "off",
      "no-restricted-syntax": "off",
    },
  },
  {
    files: ["e2e/**/*.ts"],
    extends: [playwright.configs["flat/recommended"]],
    rules: {
      "max-lines": ["error", { max: 400 }],
      "playwright/no-wait-for-timeout": "error",
      // Golden cases from outside the repository may be missing.
      "playwright/no-skipped-test": ["error", { allowConditional: true }],
      "playwright/expect-expect": ["error", { assertFunctionNames: ["expectFits", "expectGolden"] }],
    },
  },
  {
    files: ["scripts/**", "*.cjs", "*.js"],
    languageOptions: { globals: { ...globals.node, ...globals.browser } },
  },
);
