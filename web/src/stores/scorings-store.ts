import { create } from "zustand";
import type { Scoring } from "../api/messages";
import { onEntry } from "./session-store";

/** The account's scorings as a page last loaded them; none before the first. */
export const useScoringsStore = create<{ readonly scorings: readonly Scoring[] }>()(() => ({ scorings: [] }));

onEntry(() => useScoringsStore.setState({ scorings: [] }));
