import { useEffect, type ReactNode } from "react";
import { FormattedMessage, useIntl } from "react-intl";
import { Link, useNavigate, useSearchParams } from "react-router";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/Button";
import { Card } from "../../ui/Card";
import { PageHeader } from "../../ui/PageHeader";
import styles from "./EducationPage.module.css";
import { LESSONS } from "./lessons";
import { educationMessages as messages } from "./messages";
import { Picture } from "./Picture";
import { noteEducation } from "../../stores/preference-store";
import { wordMessages } from "../../i18n/word-messages";

export { EducationPage as Component };

/** Explains a scoring in five steps with a picture each; the step is in the URL. */
function EducationPage(): ReactNode {
  const { formatMessage } = useIntl();
  const navigate = useNavigate();
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
      <PageHeader
        title={formatMessage(messages.page)}
        actions={
          <Link to={paths.scoringChannel}>
            <FormattedMessage {...wordMessages.skip} />
          </Link>
        }
      />
      <div className={styles["page"]}>
        <Card>
          <div className={styles["lesson"]}>
            <Picture step={at} />
            <div>
              <p className={styles["step"]}>
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
            </div>
          </div>
          <div className={styles["foot"]}>
            <Button disabled={at === 1} onClick={() => void navigate(to(at - 1))}>
              <FormattedMessage {...wordMessages.back} />
            </Button>
            <nav aria-label={formatMessage(messages.steps)}>
              <ol className={styles["dots"]}>
                {LESSONS.map(({ title }, index) => (
                  <li key={title.id}>
                    <Link
                      to={to(index + 1)}
                      aria-label={formatMessage(title)}
                      {...(index + 1 === at ? { "aria-current": "step" as const } : {})}
                    />
                  </li>
                ))}
              </ol>
            </nav>
            {at < LESSONS.length ? (
              <Button type="primary" onClick={() => void navigate(to(at + 1))}>
                <FormattedMessage {...wordMessages.next} />
              </Button>
            ) : (
              <Button type="primary" onClick={() => void navigate(paths.scoringChannel)}>
                <FormattedMessage {...wordMessages.calculateScoring} />
              </Button>
            )}
          </div>
        </Card>
      </div>
    </>
  );
}
