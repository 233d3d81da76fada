module countersign/port

go 1.24
