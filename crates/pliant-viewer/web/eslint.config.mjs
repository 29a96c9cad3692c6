// What the page's code is held to: the strict rules of typescript-eslint, and no way to put text of the server into markup.
import js from "@eslint/js";
import tseslint from "typescript-eslint";

const noMarkup = {
  "no-restricted-properties": [
    "error",
    ...["innerHTML", "outerHTML", "insertAdjacentHTML"].map((property) => ({
      property,
      message: "Text from the server must never become markup: use textContent.",
    })),
  ],
};

export default tseslint.config(
  { ignores: ["node_modules", "out"] },
  js.configs.recommended,
  {
    files: ["src/**/*.ts", "test/**/*.ts"],
    extends: [...tseslint.configs.strictTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      ...noMarkup,
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
    },
  },
  {
    // Tests of node: its test functions return promises that nobody needs to await.
    files: ["test/**/*.ts"],
    rules: { "@typescript-eslint/no-floating-promises": "off" },
  },
  {
    files: ["**/*.mjs"],
    languageOptions: {
      globals: Object.fromEntries(
        ["process", "console", "Buffer", "URL", "setTimeout", "clearTimeout", "setInterval", "clearInterval", "performance", "window", "document", "WebSocket", "location", "history", "MutationObserver", "Image", "Event", "btoa"].map(
          (name) => [name, "readonly"],
        ),
      ),
    },
  },
);
