package contact

import (
	"puls.app/services/kit/fault"
	"puls.app/services/reason"
)

// The errors of databases, groups, properties and contacts that a client may act on.
var (
	ErrDatabaseNotFound = fault.New(fault.NotFound, reason.DatabaseNotFound, "the account has no such uid")
	ErrNotFound         = fault.New(fault.NotFound, reason.ContactNotFound, "the uid has no such contact")
	// ErrExists names in its fields the addresses that another contact has.
	ErrExists         = fault.New(fault.Exists, reason.ContactExists, "another contact of the uid has this address")
	ErrAddressMissing = fault.New(fault.Invalid, reason.ContactAddressMissing,
		"a contact needs an e-mail address, a phone number or an external id")
	ErrEmail = fault.New(fault.Invalid, reason.ContactEmailInvalid, "this is not an e-mail address")
	ErrGSM   = fault.New(fault.Invalid, reason.ContactGsmInvalid,
		"this is not a phone number; numbers outside Poland begin with +")
	ErrExternalID = fault.New(fault.Invalid, reason.ContactExternalIDInvalid,
		"an external id has up to 255 bytes and no tabs")
	ErrErased      = fault.New(fault.Invalid, reason.ContactErased, "the address was permanently erased and is refused")
	ErrLimit       = fault.New(fault.Precondition, reason.ContactLimit, "the uid has reached its limit of contacts")
	ErrConsentNote = fault.New(fault.Invalid, reason.ConsentNoteMissing,
		"a consent given by hand needs a note on where it comes from")
	ErrLinkUnknown = fault.New(fault.NotFound, reason.UnsubscribeLinkUnknown, "the link is not valid")
	// ErrPropertyUnknown is ErrPropertyNotFound for a property that a body names.
	ErrPropertyUnknown = fault.New(fault.Invalid, reason.PropertyNotFound, "the uid has no such property")
	ErrPropertyValue   = fault.New(fault.Invalid, reason.PropertyValueInvalid, "the value does not fit the property")
	ErrDatabaseExists  = fault.New(fault.Exists, reason.DatabaseExists, "the account already has this uid")
	ErrGroupExists     = fault.New(fault.Exists, reason.GroupExists, "the uid already has a group of this name")
	ErrGroupName       = fault.New(
		fault.Invalid, reason.GroupNameInvalid, "a group's name has 1 to 100 characters and no |",
	)
	// ErrUIDUnknown is ErrDatabaseNotFound for a uid that a body names.
	ErrUIDUnknown   = fault.New(fault.Invalid, reason.DatabaseNotFound, "the account has no such uid")
	ErrPropertyName = fault.New(fault.Invalid, reason.PropertyNameInvalid,
		"the name of a trait has letters, digits, spaces, _ and -")
	ErrPropertyExists   = fault.New(fault.Exists, reason.PropertyExists, "the uid already has a property of this name")
	ErrPropertyNotFound = fault.New(fault.NotFound, reason.PropertyNotFound, "the account has no such property")
	ErrPropertyInUse    = fault.New(fault.Precondition, reason.PropertyInUse, "a scoring fills the property")
	ErrDatabaseLimit    = fault.New(fault.Invalid, reason.DatabaseLimit, "the account has reached its limit of uids")
	ErrGroupLimit       = fault.New(fault.Invalid, reason.GroupLimit, "the uid has reached its limit of groups")
	ErrPropertyLimit    = fault.New(fault.Invalid, reason.PropertyLimit, "the uid has reached its limit of properties")
	ErrGroupNotFound    = fault.New(fault.NotFound, reason.GroupNotFound, "the account has no such group")
	ErrGroupInUse       = fault.New(fault.Precondition, reason.GroupInUse, "a scoring uses the group")
	// ErrGroupUnknown is ErrGroupNotFound for a group that a body's target names.
	ErrGroupUnknown = fault.New(fault.Invalid, reason.GroupNotFound, "the uids have no such group")
)
