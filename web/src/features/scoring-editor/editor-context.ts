import { createContext, useContext, useMemo } from "react";
import { useStore } from "zustand";
import type { Backtest } from "./actions/backtest";
import type { Preview } from "./actions/preview";
import { edit, type Change, type Saving } from "./actions/saving";
import type { Group, Property } from "../../api/messages";
import { ACTIVE } from "../../lib/status";
import type { EditorData } from "./loader";
import type { Draft } from "./model/draft";
import type { EditorState, EditorStore } from "./store";

/** State and actions that the pages of one editor share. */
export interface Editor {
  readonly store: EditorStore;
  readonly saving: Saving;
  readonly preview: Preview;
  readonly backtest: Backtest;
  /** The choices; `useGroups` and `useProperties` add those made in place. */
  readonly data: EditorData;
}

const EditorContext = createContext<Editor | undefined>(undefined);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("a page of the editor stands outside it");
  return editor;
}

/** A part of the editor's state. */
export function useEditorState<T>(select: (state: EditorState) => T): T {
  return useStore(useEditor().store, select);
}

/** The draft, and a function to change it. */
export function useDraft(): readonly [Draft, (change: Change) => void] {
  const { store } = useEditor();
  return [useStore(store, ({ draft }) => draft), (change) => edit(store, change)];
}

/** Whether the scoring is active: then only its name and its features can be changed. */
export function useReadOnly(): boolean {
  return useEditorState(({ draft }) => draft.status === ACTIVE);
}

/** Groups of all uids, by uid and name. */
export function useGroups(): readonly Group[] {
  const { data } = useEditor();
  const made = useEditorState((state) => state.made.groups);
  return useMemo(() => joined(data.groups, made), [data.groups, made]);
}

/** Properties of all uids, by uid and name. */
export function useProperties(): readonly Property[] {
  const { data } = useEditor();
  const made = useEditorState((state) => state.made.properties);
  return useMemo(() => joined(data.properties, made), [data.properties, made]);
}

function joined<T extends { readonly uid: string; readonly name: string }>(
  loaded: readonly T[],
  made: readonly T[],
): readonly T[] {
  if (made.length === 0) return loaded;
  return [...loaded, ...made].sort((a, b) => a.uid.localeCompare(b.uid) || a.name.localeCompare(b.name));
}
