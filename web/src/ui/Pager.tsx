import LeftOutlined from "@ant-design/icons-svg/es/asn/LeftOutlined";
import RightOutlined from "@ant-design/icons-svg/es/asn/RightOutlined";
import { useId, type ReactNode } from "react";
import { FormattedMessage, FormattedNumber, useIntl } from "react-intl";
import { commonMessages } from "../i18n/common-messages";
import type { Message } from "../i18n/define-messages";
import { PAGE_SIZES } from "../lib/page-sizes";
import { choosePageSize } from "../stores/preference-store";
import { Button } from "./Button";
import { Icon } from "./Icon";
import styles from "./Pager.module.css";
import { Select } from "./Select";

interface PagerProps {
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** Set if the page size can be chosen; every table starts with the last choice. */
  readonly onSize?: (size: number) => void;
  /** The page sizes; fewer if the server limits them. */
  readonly sizes?: readonly number[];
  /** The range in words, where a row may be several results. */
  readonly words?: Message;
}

/** The footer of a table: the range of results shown, the total, and links to other pages. */
export function Pager({ page, pageSize, total, onPage, onSize, ...props }: PagerProps): ReactNode {
  const { sizes = PAGE_SIZES, words = commonMessages.tableFooter } = props;
  const { formatMessage } = useIntl();
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const start = (page - 1) * pageSize + 1;
  return (
    <div className={styles["foot"]}>
      <p role="status">
        <FormattedMessage {...words} values={{ start, end: Math.min(total, page * pageSize), total }} />
      </p>
      {onSize && <Size pageSize={pageSize} sizes={sizes} onSize={onSize} />}
      {pages > 1 && (
        <nav className="line" aria-label={formatMessage(commonMessages.pages)}>
          <Button
            type="text"
            disabled={page === 1}
            aria-label={formatMessage(commonMessages.previousPage)}
            icon={<Icon of={LeftOutlined} />}
            onClick={() => onPage(page - 1)}
          />
          <span className="number">
            <FormattedNumber value={page} />
            {" / "}
            <FormattedNumber value={pages} />
          </span>
          <Button
            type="text"
            disabled={page === pages}
            aria-label={formatMessage(commonMessages.nextPage)}
            icon={<Icon of={RightOutlined} />}
            onClick={() => onPage(page + 1)}
          />
        </nav>
      )}
    </div>
  );
}

interface SizeProps {
  readonly pageSize: number;
  readonly sizes: readonly number[];
  readonly onSize: (size: number) => void;
}

function Size({ pageSize, sizes, onSize }: SizeProps): ReactNode {
  const id = useId();
  return (
    <span className="line">
      <label htmlFor={id}>
        <FormattedMessage {...commonMessages.pageSize} />
      </label>
      <Select
        id={id}
        value={String(pageSize)}
        options={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => {
          choosePageSize(Number(size));
          onSize(Number(size));
        }}
      />
    </span>
  );
}
