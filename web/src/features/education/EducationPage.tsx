import { useEffect, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useSearchParams } from "react-router";
import { bandMessages } from "../../i18n/common-messages";
import { BANDS } from "../../lib/bands";
import { paths } from "../../lib/paths";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import { PageButton, PageLink } from "../../ui/PageLink";
import styles from "./EducationPage.module.css";
import { LESSONS } from "./lessons";
import { educationMessages as messages } from "./messages";
import { Picture } from "./Picture";
import { noteEducation } from "../../stores/preference-store";
import { wordMessages } from "../../i18n/word-messages";

export { EducationPage as Component };

/** Explains a scoring in five cards with a picture each; the open one is in the URL. */
function EducationPage(): ReactNode {
  const { formatMessage } = useIntl();
  const [search] = useSearchParams();
  // Notes that the explanation was seen, so that it is not offered again.
  // eslint-disable-next-line no-restricted-syntax
  useEffect(noteEducation, []);
  const wanted = Number(search.get("step") ?? "1");
  const at = Number.isInteger(wanted) && wanted >= 1 && wanted <= LESSONS.length ? wanted : 1;
  const lesson = LESSONS[at - 1];
  if (!lesson) return null;
  const to = (step: number): string => `${paths.scoringEducation}?step=${step}`;
  return (
    <>
      <PageHeader title={messages.page} actions={<PageLink label={wordMessages.skip} to={paths.scoringChannel} />} />
      <div className={styles["page"]}>
        <Card>
          <div className={styles["lesson"]}>
            <Picture step={at} />
            <div>
              <p className="aside">
                <FormattedMessage {...messages.step} values={{ step: at, of: LESSONS.length }} />
              </p>
              <h2 className={styles["title"]}>
                <FormattedMessage {...lesson.title} />
              </h2>
              <ul className={styles["points"]}>
                {lesson.points.map((point) => (
                  <li key={point.id}>
                    <FormattedMessage {...point} />
                  </li>
                ))}
              </ul>
              {at === 1 && <Scale />}
            </div>
          </div>
          <div className={styles["foot"]}>
            <PageButton label={wordMessages.back} disabled={at === 1} to={to(at - 1)} />
            {at < LESSONS.length ? (
              <PageButton label={wordMessages.next} type="primary" to={to(at + 1)} />
            ) : (
              <PageButton label={wordMessages.calculateScoring} type="primary" to={paths.scoringChannel} />
            )}
          </div>
        </Card>
        <nav aria-label={formatMessage(messages.steps)}>
          <ol className={styles["cards"]}>
            {LESSONS.map(({ title }, index) => (
              <li key={title.id}>
                <Link
                  className={styles["card"]}
                  to={to(index + 1)}
                  {...(index + 1 === at ? { "aria-current": "step" as const } : {})}
                >
                  <Picture step={index + 1} />
                  <span>{formatMessage(title)}</span>
                </Link>
              </li>
            ))}
          </ol>
        </nav>
      </div>
    </>
  );
}

/** The scale of scores: the five bands with their names. */
function Scale(): ReactNode {
  return (
    <ul className={styles["scale"]}>
      {BANDS.map(({ key, min, max }, band) => (
        <li key={key} style={{ borderColor: `var(--band-${band + 1})` }}>
          <span className="number">
            {min}–{max}
          </span>{" "}
          <FormattedMessage {...bandMessages[key]} />
        </li>
      ))}
    </ul>
  );
}
