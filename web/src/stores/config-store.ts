import { create } from "zustand";
import { NO_CONFIG, type PublicConfig } from "../api/config";

/** The settings of the operator, read once before the first page is drawn. */
export const useConfigStore = create<PublicConfig>()(() => NO_CONFIG);
