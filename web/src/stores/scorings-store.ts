import { create } from "zustand";
import type { Scoring } from "../api/messages";
import { onEntry } from "./session-store";

/** The account's scorings as last loaded by a page; empty before the first load. */
export const useScoringsStore = create<{ readonly scorings: readonly Scoring[] }>()(() => ({ scorings: [] }));

onEntry(() => useScoringsStore.setState({ scorings: [] }));
