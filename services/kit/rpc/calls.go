package rpc

import (
	"fmt"
	"sync"

	"google.golang.org/grpc"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	reflectionv1 "google.golang.org/grpc/reflection/grpc_reflection_v1"
	reflectionv1alpha "google.golang.org/grpc/reflection/grpc_reflection_v1alpha"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"

	typev1 "puls.app/proto/gen/go/puls/type/v1"
)

// Calls are the call options that contracts set on their methods, by full name such as
// "/puls.account.v1.SessionService/Login".
type Calls map[string]*typev1.Call

// Contracts returns the call options of every contract in the program. The health service is public; reflection, which
// describes the calls, requires a signed-in person.
var Contracts = sync.OnceValue(func() Calls {
	public := &typev1.Call{Access: typev1.Access_ACCESS_PUBLIC.Enum()}
	person := &typev1.Call{Access: typev1.Access_ACCESS_PERSON.Enum()}
	calls := Calls{
		healthv1.Health_Check_FullMethodName: public, healthv1.Health_List_FullMethodName: public,
		healthv1.Health_Watch_FullMethodName:                                   public,
		reflectionv1.ServerReflection_ServerReflectionInfo_FullMethodName:      person,
		reflectionv1alpha.ServerReflection_ServerReflectionInfo_FullMethodName: person,
	}
	eachMethod(func(name string, options proto.Message) {
		if call := callOf(options); call != nil {
			calls[name] = call
		}
	})
	return calls
})

// eachMethod visits the methods of every contract in the program, with their full names.
func eachMethod(visit func(name string, options proto.Message)) {
	protoregistry.GlobalFiles.RangeFiles(func(file protoreflect.FileDescriptor) bool {
		for i := range file.Services().Len() {
			methods := file.Services().Get(i).Methods()
			for j := range methods.Len() {
				method := methods.Get(j)
				visit(fmt.Sprintf("/%s/%s", file.Services().Get(i).FullName(), method.Name()), method.Options())
			}
		}
		return true
	})
}

// CallOf returns the call option of a method, or nil.
func CallOf(method protoreflect.MethodDescriptor) *typev1.Call { return callOf(method.Options()) }

func callOf(options proto.Message) *typev1.Call {
	if !proto.HasExtension(options, typev1.E_Call) {
		return nil
	}
	call, _ := proto.GetExtension(options, typev1.E_Call).(*typev1.Call)
	return call
}

// Check fails unless the contract of every method of a server declares its access.
func (c Calls) Check(server *grpc.Server) error {
	for service, info := range server.GetServiceInfo() {
		for _, method := range info.Methods {
			name := "/" + service + "/" + method.Name
			if c[name].GetAccess() == typev1.Access_ACCESS_UNSPECIFIED {
				return fmt.Errorf("the contract of %s does not name its allowed callers: add option (puls.type.v1.call)", name)
			}
		}
	}
	return nil
}
