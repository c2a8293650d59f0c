import InboxOutlined from "@ant-design/icons-svg/es/asn/InboxOutlined";
import { useState, type ComponentType, type ReactNode } from "react";
import { toFault } from "../api/fault";
import { channelMessages, commonMessages as common } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { Button } from "../ui/Button";
import { Card } from "../ui/Card";
import { BandBar } from "../ui/charts/BandBar";
import { bandFill } from "../ui/charts/band-colors";
import { Chart } from "../ui/charts/Chart";
import { Columns } from "../ui/charts/Columns";
import { Lines } from "../ui/charts/Lines";
import { Rows, rowsHeight } from "../ui/charts/Rows";
import { Stack } from "../ui/charts/Stack";
import { CheckList } from "../ui/CheckList";
import { Checkbox, Switch } from "../ui/Checkbox";
import { Chip } from "../ui/Chip";
import { Choice } from "../ui/Choice";
import { Combobox } from "../ui/Combobox";
import { Confirm } from "../ui/Confirm";
import { CopyButton, CopyField } from "../ui/CopyButton";
import { Details } from "../ui/Details";
import { DateRange } from "../ui/form/DateRange";
import { Percent } from "../ui/form/Percent";
import { SearchSelect } from "../ui/form/SearchSelect";
import { TimeOfDay } from "../ui/form/TimeOfDay";
import { Dialog } from "../ui/Dialog";
import { FaultAlert } from "../ui/FaultAlert";
import { Field } from "../ui/Field";
import { FormDialog } from "../ui/FormDialog";
import { Hint } from "../ui/Hint";
import { Icon } from "../ui/Icon";
import { LanguageSwitch } from "../ui/LanguageSwitch";
import { Logo } from "../ui/Logo";
import { Menu } from "../ui/Menu";
import { Notice } from "../ui/Notice";
import { NewPassword } from "../ui/NewPassword";
import { NoValue } from "../ui/NoValue";
import { PageButton, PageLink } from "../ui/PageLink";
import { PagePart } from "../ui/PagePart";
import { PageSkeleton } from "../ui/PageSkeleton";
import { Pager } from "../ui/Pager";
import { Progress } from "../ui/Progress";
import { RenameField } from "../ui/RenameField";
import { SearchField } from "../ui/SearchField";
import { SearchForm } from "../ui/SearchForm";
import { Segmented } from "../ui/Segmented";
import { Select } from "../ui/Select";
import { Skeleton } from "../ui/Skeleton";
import { Table } from "../ui/Table";
import { Tabs } from "../ui/Tabs";
import { StatePanel } from "../ui/StatePanel";
import { StatusTag } from "../ui/StatusTag";
import { Tag } from "../ui/Tag";
import { wordsOf, type Words } from "../ui/words";

/** A part of the interface in its states. */
export interface Sample {
  readonly name: string;
  readonly states: readonly { readonly state: string; readonly part: ReactNode }[];
}

/** A part in its usual state, and the differences of its other states. */
function sample<P extends object>(
  name: string,
  Part: ComponentType<P>,
  usual: NoInfer<P>,
  others: Readonly<Record<string, Partial<NoInfer<P>>>> = {},
): Sample {
  const states = Object.entries({ normal: {}, ...others }).map(([state, props]) => ({
    state,
    part: <Part {...usual} {...props} />,
  }));
  return { name, states };
}

const nothing = (): void => undefined;

/** Every part of `ui`, with texts of the catalogue, so that they change with the language. */
export function samplesIn(t: (message: Message) => string): Sample[] {
  const [word, label, wrong, text] = [t(common.retry), t(common.email), t(common.emailInvalid), t(common.leaveText)];
  const long = `${text} ${text} Konstantynopolitańczykowianeczka-Konstantynopolitańczykowianeczka`;
  const fault = toFault(new Error("sample"));
  const options = Object.entries(channelMessages).map(([value, message]) => ({ value, label: t(message) }));
  const names = [...options.map((option) => option.label), word, label];
  const field = { label, defaultValue: "anna@example.com" };
  const control = { "aria-label": label, value: "sms", options, onChange: nothing };
  const icon = <Icon of={InboxOutlined} />;
  const button = <Button size="small">{word}</Button>;
  const search = { label, action: word, busy: false, onChange: nothing, onSubmit: nothing };
  const bars = names.map((name, band) => ({ key: name, name, value: 1200 - band * 250, ...bandFill(band) }));
  const columns = [
    { head: label, cell: (row: string) => row, sort: { order: "ascending" as const, onSort: nothing } },
    { head: word, cell: () => 1234.5, number: true },
    { head: word, cell: () => undefined },
  ];
  const antd = (id: string) => ({ id, "aria-invalid": false, "aria-label": label });
  const axes = { valueTitle: label, nameTitle: word };
  const tabs = Object.entries(channelMessages).map(([key, name]) => ({ to: `#${key}`, name }));
  const periods = ["02/11", "09/11", "16/11"].map((name) => ({ key: name, name }));
  const line = { key: word, name: word, values: [41, 47.5, undefined], stroke: "var(--band-1)" };
  const lines = [line, { ...line, key: label, name: label, values: [39, 40, 44], dashed: true }];
  const opened = { title: word, onClose: nothing, children: text };
  const chart = { title: word, about: text };
  return [
    sample(
      "Button",
      Button,
      { children: word },
      {
        primary: { type: "primary" },
        danger: { danger: true },
        text: { type: "text" },
        link: { type: "link" },
        icon: { icon },
        small: { size: "small" },
        large: { size: "large" },
        disabled: { disabled: true },
        busy: { loading: true },
        long: { children: long },
      },
    ),
    sample("Field", Field, field, {
      empty: { defaultValue: "", placeholder: word, extra: text },
      disabled: { disabled: true },
      error: { error: wrong },
      secret: { type: "password" },
      long: { label: long, defaultValue: long, error: long },
    }),
    sample("Select", Select, control, {
      error: { "aria-invalid": true },
      long: { options: [{ value: "sms", label: long }] },
    }),
    sample(
      "Checkbox",
      Checkbox,
      { checked: true, onChange: nothing, children: word },
      { disabled: { disabled: true }, error: { error: wrong }, long: { children: long } },
    ),
    sample(
      "Switch",
      Switch,
      { checked: true, onChange: nothing, "aria-label": label },
      { off: { checked: false }, disabled: { disabled: true } },
    ),
    sample(
      "SearchSelect",
      SearchSelect<string>,
      { ...antd("a"), value: "sms", options, nothing: text, onChange: nothing },
      { empty: { ...antd("b"), value: undefined, placeholder: word } },
    ),
    sample(
      "Percent",
      Percent,
      { ...antd("c"), label, value: 40, onChange: nothing },
      { empty: { ...antd("e"), value: undefined } },
    ),
    sample("TimeOfDay", TimeOfDay, { ...antd("f"), hour: 2, onChange: nothing }),
    sample(
      "NewPassword",
      NewPassword,
      { values: { password: "", confirmation: "" }, errors: {}, onChange: nothing, onBlur: nothing },
      { error: { errors: { password: wrong } } },
    ),
    sample(
      "Choice",
      Choice,
      { name: "usual", checked: true, title: word, children: text, onChoose: nothing },
      { disabled: { name: "disabled", disabled: true }, long: { name: "long", title: long, children: long } },
    ),
    sample("Segmented", Segmented, control, { small: { size: "small" } }),
    sample(
      "Tabs",
      Tabs,
      { label: common.language, tabs, open: "#sms" },
      { long: { label: common.required, long: true } },
    ),
    sample("CheckList", CheckList, {
      name: label,
      all: word,
      options,
      values: ["sms"],
      onChange: nothing,
    }),
    sample(
      "Combobox",
      Combobox,
      { label, value: word, options: [], maxLength: 40, onType: nothing, onPick: nothing },
      { error: { error: wrong } },
    ),
    sample(
      "DateRange",
      DateRange,
      {
        value: { start: "2026-11-01", end: "2026-11-14" },
        today: "2026-11-26",
        onChange: nothing,
      },
      { empty: { all: word, value: { start: "", end: "" } } },
    ),
    sample("SearchField", SearchField, { name: label, value: "", onChange: nothing }, { long: { value: long } }),
    sample("SearchForm", SearchForm, search, { busy: { busy: true }, error: { error: wrong } }),
    sample("RenameField", RenameField, {
      label,
      name: word,
      maxLength: 40,
      check: () => common.required,
      onName: () => Promise.resolve(),
      onClose: nothing,
    }),
    sample("PageLink", PageLink, { label: common.language, to: "" }),
    sample("PageButton", PageButton, { label: common.language, to: "" }, { disabled: { disabled: true } }),
    sample("CopyButton", CopyButton, { text, "aria-label": word }),
    sample(
      "CopyField",
      CopyField,
      { label, value: text, action: word },
      { long: { label: long, value: long, rows: 3 } },
    ),
    sample("Menu", Menu, {
      name: label,
      groups: [{ key: word, label, entries: [{ key: word, label: word, onClick: nothing }] }],
      children: word,
    }),
    sample("LanguageSwitch", LanguageSwitch, {}),
    sample(
      "Notice",
      Notice,
      { type: "info", role: "note", title: text },
      {
        success: { type: "success" },
        warning: { type: "warning", description: text },
        error: { type: "error", action: button },
        closable: { closable: { onClose: nothing, "aria-label": word } },
        banner: { banner: true },
        long: { title: long, description: long },
      },
    ),
    sample("FaultAlert", FaultAlert, { fault }),
    sample(
      "PagePart",
      PagePart,
      { of: { value: text, fault: undefined }, children: () => text },
      { error: { of: { value: undefined, fault } } },
    ),
    sample("StatePanel", StatePanel, { icon, title: word, text, actions: button }, { long: { title: long } }),
    sample("Skeleton", Skeleton, { rows: 3 }),
    sample("PageSkeleton", PageSkeleton, { rows: 2 }),
    sample(
      "Progress",
      Progress,
      { "aria-label": label, percent: 40, status: "normal", words: "40%" },
      {
        done: { percent: 100, status: "success" },
        error: { percent: 70, status: "exception", words: word },
      },
    ),
    sample(
      "Tag",
      Tag,
      { children: word },
      {
        success: { color: "success" },
        warning: { color: "warning" },
        error: { color: "error" },
      },
    ),
    sample("StatusTag", StatusTag, { status: 0 }, { inactive: { status: 1 }, active: { status: 2 } }),
    sample(
      "Chip",
      Chip,
      { children: word, removeName: label, onRemove: nothing },
      { gone: { gone: true }, long: { children: long } },
    ),
    sample("Details", Details, { summary: word, children: text }, { open: { open: true } }),
    sample("NoValue", NoValue, {}),
    sample("Hint", Hint, { title: text, children: <Button>{word}</Button> }),
    sample("Logo", Logo, {}),
    sample(
      "Table",
      Table<string>,
      { caption: label, columns, rows: names, rowKey: String },
      {
        figures: { look: "figures" },
        narrow: { look: "narrow" },
        busy: { busy: true },
        empty: { rows: [] },
        long: { rows: [long] },
      },
    ),
    sample("Pager", Pager, { page: 1, pageSize: 10, total: 45, onPage: nothing }),
    sample(
      "Card",
      Card,
      { title: word, description: text, extra: button, children: text },
      { long: { title: long, description: long } },
    ),
    sample("Dialog", opening(Dialog), opened, { drawer: { drawer: true }, long: { children: long } }),
    sample("Confirm", opening(Confirm), { ...opened, confirm: word, onConfirm: nothing }, { danger: { danger: true } }),
    sample(
      "FormDialog",
      opening(FormDialog),
      { ...opened, submit: word, busy: false, onSubmit: nothing, children: <Field {...field} /> },
      {
        error: { fault },
        busy: { busy: true },
      },
    ),
    sample("BandBar", BandBar, { counts: [10, 20, 40, 20, 10] }, { wide: { wide: true } }),
    sample(
      "Chart",
      Chart,
      { ...chart, children: <Columns bars={bars} {...axes} /> },
      {
        Rows: { height: rowsHeight(bars.length), children: <Rows bars={bars} /> },
        Lines: { children: <Lines periods={periods} digits={1} lines={lines} {...axes} /> },
        Stack: {
          children: (
            <Stack periods={periods} names={names} shares={periods.map(() => [10, 20, 40, 20, 10])} {...axes} />
          ),
        },
      },
    ),
  ];
}

/** A dialog behind a button that opens it. */
function opening<P extends { readonly title: Words }>(Part: ComponentType<P>): ComponentType<P> {
  return function Opening(props: P) {
    const [open, setOpen] = useState(false);
    return (
      <>
        <Button onClick={() => setOpen(true)}>{wordsOf(props.title)}</Button>
        {open && <Part {...props} onClose={() => setOpen(false)} />}
      </>
    );
  };
}
