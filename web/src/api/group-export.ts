import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { GroupExportSchema, type GroupExport } from "../gen/puls/contacts/v1/group_export_service_pb";

/** The receipt in the refusal of a second undo. */
export function readGroupExport(current: JsonValue): GroupExport {
  return fromJson(GroupExportSchema, current, { ignoreUnknownFields: true });
}
