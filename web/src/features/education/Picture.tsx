import type { ReactNode } from "react";
import styles from "./EducationPage.module.css";

const BAND = ["var(--band-1)", "var(--band-2)", "var(--band-3)", "var(--band-4)", "var(--band-5)"] as const;
const LINE = { fill: "none", stroke: "var(--color-text-secondary)", strokeWidth: 2, strokeLinecap: "round" } as const;
const QUIET = "var(--color-border)";
const STRONG = "var(--color-primary)";

/** The picture of a step. It adds nothing to the text. */
export function Picture({ step }: { readonly step: number }): ReactNode {
  const Drawing = DRAWINGS[step - 1];
  if (!Drawing) return null;
  return (
    <svg className={styles["picture"]} viewBox="0 0 220 180" aria-hidden>
      <rect width="220" height="180" rx="14" fill="var(--color-bg-layout)" />
      <Drawing />
    </svg>
  );
}

/** A gauge of the five bands with a hand in the fourth, the ends of the scale and a score. */
function Gauge(): ReactNode {
  const arc = (index: number): string => {
    const point = (share: number): string => {
      const angle = Math.PI * (1 - share);
      return `${(110 + 74 * Math.cos(angle)).toFixed(1)} ${(126 - 74 * Math.sin(angle)).toFixed(1)}`;
    };
    return `M${point(index / 5 + 0.008)}A74 74 0 0 1 ${point((index + 1) / 5 - 0.008)}`;
  };
  return (
    <>
      {BAND.map((colour, index) => (
        <path key={colour} d={arc(index)} fill="none" stroke={colour} strokeWidth="20" />
      ))}
      <path d="M110 126L144 82" {...LINE} stroke="var(--color-text)" strokeWidth="4" />
      <circle cx="110" cy="126" r="7" fill="var(--color-text)" />
      <g fill="var(--color-text-secondary)" fontSize="13" textAnchor="middle">
        <text x="36" y="146">
          0
        </text>
        <text x="184" y="146">
          100
        </text>
        <text x="110" y="160" fill="var(--color-text)" fontSize="20" fontWeight="650">
          71
        </text>
      </g>
    </>
  );
}

/** A crowd of columns and the mark that the best of them reach. */
function Target(): ReactNode {
  const heights = [24, 34, 30, 48, 58, 52, 72, 96];
  return (
    <>
      {heights.map((height, index) => (
        <rect
          key={index}
          x={32 + index * 20}
          y={148 - height}
          width="13"
          height={height}
          rx="3"
          fill={height >= 90 ? STRONG : BAND[1]}
        />
      ))}
      <path d="M24 54H196" {...LINE} strokeDasharray="5 6" />
    </>
  );
}

/** Three sliders, one for each component. */
function Sliders(): ReactNode {
  return [0.72, 0.48, 0.36].map((share, index) => (
    <g key={share} transform={`translate(36 ${56 + index * 34})`}>
      <rect width="148" height="6" rx="3" fill={QUIET} />
      <rect width={148 * share} height="6" rx="3" fill={STRONG} />
      <circle cx={148 * share} cy="3" r="10" fill="var(--color-bg-container)" stroke={STRONG} strokeWidth="3" />
    </g>
  ));
}

/** Five people, two of them excluded. */
function People(): ReactNode {
  return [0, 1, 2, 3, 4].map((index) => {
    const left = index > 2;
    const colour = left ? QUIET : STRONG;
    return (
      <g key={index} transform={`translate(${34 + index * 38} 0)`}>
        <circle cx="0" cy="72" r="12" fill={colour} />
        <path d="M-17 122a17 24 0 0 1 34 0z" fill={colour} />
        {left && <path d="M-15 134L15 52" {...LINE} strokeWidth="3" />}
      </g>
    );
  });
}

/** A moon over a row of days, the last of which has its result. */
function Night(): ReactNode {
  return (
    <>
      <path d="M128 40a32 32 0 1 0 26 50a26 26 0 0 1-26-50z" fill={STRONG} />
      {[0, 1, 2, 3, 4, 5, 6].map((day) => (
        <rect
          key={day}
          x={34 + day * 22}
          y="122"
          width="16"
          height="20"
          rx="4"
          fill={day === 6 ? STRONG : "var(--color-bg-container)"}
          stroke={day === 6 ? STRONG : "var(--color-border)"}
        />
      ))}
    </>
  );
}

const DRAWINGS = [Gauge, Target, Sliders, People, Night];
